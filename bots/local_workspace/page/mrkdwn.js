// Slack's mrkdwn to DOM nodes: escapes, mentions, links, bold, italics, code, quotes.

import { h, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { person, store } from "./store.js";

const unescape = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

export function mrkdwn(text) {
  const nodes = [];
  for (const [index, part] of text.split("```").entries()) {
    if (index % 2) nodes.push(codeBlock(unescape(part.replace(/^\n|\n$/g, ""))));
    else nodes.push(...lines(index ? part.replace(/^\n/, "") : part));
  }
  return nodes;
}

export function codeBlock(code) {
  const copy = h("button", { type: "button", class: "copy", "aria-label": "Copy the code", title: "Copy" }, icon("copy"));
  copy.addEventListener("click", () => navigator.clipboard?.writeText(code));
  return h("div", { class: "code-block" }, h("pre", { tabindex: "0" }, h("code", {}, code)), copy);
}

function lines(text) {
  const nodes = [];
  let quote = null;
  for (const line of text.split("\n")) {
    const quoted = line.match(/^(?:&gt;|>) ?(.*)$/);
    if (quoted) {
      if (!quote) nodes.push((quote = h("blockquote")));
      else quote.append(h("br"));
      quote.append(...inline(quoted[1]));
    } else {
      if (nodes.length && !quote) nodes.push(h("br"));
      quote = null;
      nodes.push(...inline(line));
    }
  }
  return nodes;
}

const INLINE = new RegExp([
  "(`[^`\\n]+`)",
  "(<[^<>\\n]+>)",
  "(?<![\\w*])(\\*(?=\\S)[^*\\n]*[^\\s*]\\*)(?![\\w*])",
  "(?<![\\w_])(_(?=\\S)[^\\n]*?[^\\s_]_)(?![\\w_])",
  "(?<![\\w~])(~(?=\\S)[^~\\n]*[^\\s~]~)(?![\\w~])",
  "(:[a-z0-9_+-]+(?:::[a-z0-9-]+)?:)",
].join("|"), "g");

function inline(text) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > last) nodes.push(unescape(text.slice(last, match.index)));
    nodes.push(special(match));
    last = match.index + match[0].length;
  }
  if (last < text.length) nodes.push(unescape(text.slice(last)));
  return nodes;
}

function special([whole, code, angle, bold, italic, strike]) {
  const inner = whole.slice(1, -1);
  if (code) return h("code", {}, unescape(inner));
  if (angle) return reference(inner);
  if (bold) return h("strong", {}, inline(inner));
  if (italic) return h("em", {}, inline(inner));
  if (strike) return h("s", {}, inline(inner));
  return emoji(inner);
}

function reference(inner) {
  const [target, ...rest] = inner.split("|");
  const label = rest.length ? unescape(rest.join("|")) : "";
  if (target.startsWith("@")) return mention(target.slice(1));
  if (target.startsWith("#")) return channelLink(target.slice(1), label);
  if (target.startsWith("!date^")) return label || dateText(target);
  if (target.startsWith("!subteam^")) return h("span", { class: "mention" }, label || `@${store.groups[target.slice(9)] ?? "group"}`);
  if (target.startsWith("!")) return h("span", { class: "mention" }, `@${target.slice(1)}`);
  return link(unescape(target), label);
}

export function mention(id) {
  const mine = id === store.me.id ? " mine" : "";
  return h("span", { class: `mention${mine}` }, `@${person(id).name}`);
}

export function channelLink(id, label = "") {
  const name = store.channels.get(id)?.name ?? (label || id);
  return h("a", { class: "mention", href: `#${id}` }, `#${name}`);
}

function dateText(target) {
  const [, seconds] = target.split("^");
  return new Date(Number(seconds) * 1000).toLocaleString();
}

export function link(url, label) {
  if (!/^(https?:|mailto:)/.test(url)) return label || url;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label || url.replace(/^mailto:/, ""));
}

// A text object: mrkdwn or plain.
export function textNodes(text) {
  if (!text) return [];
  return text.type === "mrkdwn" ? mrkdwn(text.text) : [plain(text.text)];
}

export const plain = (text) => text.replace(/:[a-z0-9_+-]+:/g, (name) => emoji(name.slice(1, -1)));
