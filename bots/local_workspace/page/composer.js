// The message box: mentions, commands, suggestions, files.

import { h, iconButton, notice } from "./dom.js";
import { act, upload } from "./server.js";
import { isWithApp, store, titleOf } from "./store.js";

const drafts = new Map();

export function composer(channel, threadTs = "") {
  const key = `${channel.id}/${threadTs}`;
  const draft = drafts.get(key) ?? { text: "", mention: true };
  drafts.set(key, draft);
  const mentions = !threadTs && store.app.mention_in.includes(channel.name);
  const id = threadTs ? "composer-thread" : "composer-main";
  const listId = `${id}-list`;

  const list = h("ul", { class: "options above", id: listId, role: "listbox", hidden: true });
  const input = h("textarea", {
    id, rows: "1", "data-key": id, placeholder: threadTs ? "Reply…" : `Message ${channel.name ? `#${channel.name}` : titleOf(channel)}`,
    "aria-label": threadTs ? "Reply in thread" : "Message", "aria-controls": listId, "aria-autocomplete": "list", value: draft.text,
  });
  const chip = h("button", { type: "button", class: "mention-chip", "aria-label": `Do not mention ${store.app.name}`, title: `Sent to ${store.app.name}. Click to write without it.` }, `@${store.app.name}`, h("span", { "aria-hidden": "true" }, " ×"));
  const fileChip = h("button", { type: "button", class: "mention-chip file-chip", hidden: true });
  const sendButton = iconButton("send", "Send", () => send(), { class: "icon-button send" });
  const pick = h("input", { type: "file", hidden: true, tabindex: "-1", "aria-hidden": "true" });
  let offers = [];
  let active = 0;

  function refresh() {
    fileChip.hidden = !draft.file;
    if (draft.file) {
      fileChip.replaceChildren(draft.file.name, h("span", { "aria-hidden": "true" }, " ×"));
      fileChip.setAttribute("aria-label", `Do not send ${draft.file.name}`);
    }
    chip.hidden = !mentions || !draft.mention || input.value.startsWith("/") || mentionsApp(input.value);
    sendButton.disabled = !input.value.trim() && !draft.file;
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 220)}px`;
  }

  async function send() {
    const typed = input.value.trim();
    const file = draft.file;
    if (!typed && !file) return;
    input.value = "";
    draft.text = "";
    draft.file = null;
    offer([]);
    refresh();
    const answer = await say(channel, typed, threadTs, mentions && draft.mention, file);
    draft.mention = true;
    if (answer.notice && !input.value) { input.value = typed; draft.text = typed; draft.file = file; refresh(); }
  }

  function offer(found) {
    offers = found;
    active = 0;
    list.hidden = !found.length;
    showOffers();
  }

  function showOffers() {
    list.replaceChildren(...offers.map((each, index) => h("li", {
      role: "option", class: index === active ? "active" : "", "aria-selected": String(index === active),
      on: { mousedown: (event) => { event.preventDefault(); complete(each); } },
    }, h("strong", {}, each.text), h("small", {}, each.about))));
  }

  function complete(each) {
    const start = input.value.slice(0, input.selectionStart).replace(each.sign === "/" ? /^\/\S*$/ : /@\w*$/, `${each.text} `);
    input.value = start + input.value.slice(input.selectionStart);
    input.setSelectionRange(start.length, start.length);
    draft.text = input.value;
    offer([]);
    refresh();
    input.focus();
  }

  input.addEventListener("input", () => {
    draft.text = input.value;
    offer(offersFor(input.value.slice(0, input.selectionStart), Boolean(threadTs)));
    refresh();
  });
  input.addEventListener("blur", () => offer([]));
  input.addEventListener("keydown", (event) => {
    if (!list.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + offers.length) % offers.length;
      showOffers();
    } else if (!list.hidden && ["Enter", "Tab"].includes(event.key)) {
      event.preventDefault();
      complete(offers[active]);
    } else if (!list.hidden && event.key === "Escape") {
      event.stopPropagation();
      offer([]);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "Backspace" && !input.value && !chip.hidden) {
      draft.mention = false;
      refresh();
    }
  });
  chip.addEventListener("click", () => { draft.mention = false; refresh(); input.focus(); });
  pick.addEventListener("change", () => { draft.file = pick.files[0] ?? null; pick.value = ""; refresh(); input.focus(); });
  fileChip.addEventListener("click", () => { draft.file = null; refresh(); input.focus(); });

  const box = h("div", { class: "composer" }, list,
    h("div", { class: "composer-line" }, chip, fileChip, input),
    h("div", { class: "composer-tools" }, iconButton("attach", "Attach a file", () => pick.click()), pick,
      h("span", { class: "composer-hint", "aria-hidden": "true" }, "Enter to send, Shift+Enter for a new line"), sendButton));
  refresh();
  requestAnimationFrame(refresh);
  return box;
}

const mentionsApp = (text) => text.toLowerCase().includes(`@${store.app.name.toLowerCase()}`);

export async function say(channel, typed, threadTs, mention, file = null) {
  const command = typed.match(/^(\/[\w-]+)\s*([\s\S]*)$/);
  if (command && !file) {
    if (!store.app.commands.includes(command[1])) { notice(`${command[1]} is not a command. Try ${store.app.commands.join(", ")}.`); return { notice: "unknown" }; }
    return act("command", { channel: channel.id, command: command[1], text: command[2] });
  }
  const toApp = mention && !mentionsApp(typed) ? `@${store.app.name} ${typed}` : typed;
  const beside = store.thread;
  const answer = file
    ? await upload(channel.id, file, toApp, threadTs)
    : await act("post", { channel: channel.id, text: toApp, thread_ts: threadTs });
  if (!threadTs && answer.ts && mentionsApp(toApp)) {
    store.awaitingThread = answer.ts;
    store.askedBeside = beside;
    document.dispatchEvent(new CustomEvent("asked", { detail: channel.id }));
  }
  return answer;
}

export function suggestions(channel) {
  const prompts = store.prompts[channel.id];
  const asked = prompts?.prompts?.map((each) => ({ title: each.title, text: each.message }));
  const own = store.app.suggestions.map((text) => ({ title: text, text }));
  const toApp = store.app.mention_in.includes(channel.name) || isWithApp(channel);
  const shown = asked?.length ? asked : toApp ? own : [];
  return shown.map(({ title, text }) => h("button", {
    type: "button", class: "suggestion", on: { click: () => say(channel, text, "", !isWithApp(channel)) },
  }, title));
}

function offersFor(before, inThread) {
  const command = before.match(/^\/\S*$/);
  if (command && !inThread) {
    return store.app.commands.filter((each) => each.startsWith(command[0])).map((text) => ({ sign: "/", text, about: `ask ${store.app.name}` }));
  }
  const at = before.match(/(?:^|\s)@(\w*)$/);
  if (!at) return [];
  const names = [{ name: store.app.name, about: "app" }, ...Object.values(store.people).map((each) => ({ name: each.name, about: each.real_name }))];
  return names.filter((each) => each.name.toLowerCase().startsWith(at[1].toLowerCase())).map((each) => ({ sign: "@", text: `@${each.name}`, about: each.about }));
}
