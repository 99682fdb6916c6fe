// Talks to the workspace: the first state, the live changes, and what this person does.

import { byId, notice } from "./dom.js";
import { store } from "./store.js";

const base = location.pathname.replace(/\/$/, "");

// A dialog belongs to this page alone, and goes with it.
const mine = `page=${store.page}`;

export const fileUrl = (id) => `${base}/files/${encodeURIComponent(id)}`;

export async function firstState() {
  const response = await fetch(`${base}/state?${mine}`);
  if (!response.ok) throw new Error(`state: ${response.status}`);
  return response.json();
}

// Do one thing; a failure is told to the person, and the answer is always an object.
export async function act(what, body) {
  try {
    const response = await fetch(`${base}/do/${what}?${mine}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (answer.notice) notice(answer.notice);
    return answer;
  } catch {
    notice("The workspace cannot be reached. Is `make demo` still running?");
    return { notice: "unreachable" };
  }
}

export async function upload(channel, file, text, threadTs) {
  const query = new URLSearchParams({ channel, name: file.name, text, thread_ts: threadTs });
  try {
    const response = await fetch(`${base}/upload?${query}`, { method: "POST", body: file });
    if (response.ok) return await response.json();
  } catch { /* told below */ }
  notice("The file could not be uploaded.");
  return { notice: "not uploaded" };
}

// Live changes. `onOpen` asks for the whole state: at the start, and after every break, so that
// nothing is missed in between.
export function follow(onChange, onOpen) {
  const source = new EventSource(`${base}/changes?${mine}`);
  const again = () => { source.close(); setTimeout(() => follow(onChange, onOpen), 1500); };
  source.onmessage = (event) => onChange(JSON.parse(event.data));
  source.onopen = async () => {
    try {
      await onOpen();
      byId("offline").hidden = true;
    } catch {
      again();
    }
  };
  source.onerror = () => {
    byId("offline").hidden = false;
    if (source.readyState === EventSource.CLOSED) again();
  };
}
