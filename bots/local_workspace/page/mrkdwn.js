// Slack's mrkdwn to DOM nodes: escapes, mentions, links, bold, italics, code, quotes.

import { h, icon } from "./dom.js";
import { emoji, withEmoji } from "./emoji.js";
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
    if (match.index > last) nodes.push(...withEmoji(unescape(text.slice(last, match.index))));
    nodes.push(special(match));
    last = match.index + match[0].length;
  }
  if (last < text.length) nodes.push(...withEmoji(unescape(text.slice(last))));
  return nodes;
}

function special([whole, code, angle, bold, italic, strike]) {
  const inner = whole.slice(1, -1);
  if (code) return h("code", {}, unescape(inner));
  if (angle) return reference(inner);
  if (bold) return h("strong", {}, inline(inner));
  if (italic) return h("em", {}, inline(inner));
  if (strike) return h("s", {}, inline(inner));
  return withEmoji(emoji(inner));
}

function reference(inner) {
  const [target, ...rest] = inner.split("|");
  const shown = rest.length ? unescape(rest.join("|")) : "";
  if (target.startsWith("@")) return mention(target.slice(1));
  if (target.startsWith("#")) return channelLink(target.slice(1), shown);
  if (target.startsWith("!date^")) return dateText(target);
  if (target.startsWith("!subteam^")) return h("span", { class: "mention" }, shown || `@${store.groups[target.slice(9)] ?? "group"}`);
  if (target.startsWith("!")) return h("span", { class: "mention" }, `@${target.slice(1)}`);
  return link(unescape(target), shown);
}

export function mention(id) {
  const mine = id === store.me.id ? " mine" : "";
  return h("span", { class: `mention${mine}` }, `@${person(id).name}`);
}

export function channelLink(id, shown = "") {
  const name = store.channels.get(id)?.name ?? (shown || id);
  return h("a", { class: "mention", href: `#${id}` }, `#${name}`);
}

const DATE_PARTS = {
  date: { dateStyle: "long" }, date_long: { dateStyle: "full" }, date_short: { dateStyle: "medium" }, date_num: { dateStyle: "short" },
  date_pretty: { dateStyle: "long" }, date_short_pretty: { dateStyle: "medium" }, date_long_pretty: { dateStyle: "full" },
  time: { timeStyle: "short" }, time_secs: { timeStyle: "medium" },
};

// <!date^1700000000^{date_short} at {time}|fallback>
function dateText(target) {
  const [, seconds, pattern = "{date} {time}"] = target.split("^");
  const moment = new Date(Number(seconds) * 1000);
  return pattern.replace(/\{(\w+)\}/g, (part, name) => (DATE_PARTS[name] ? moment.toLocaleString(undefined, DATE_PARTS[name]) : part));
}

// A permalink of this workspace leads to the message on this page, as it does in Slack.
export function permalinkPlace(url) {
  const found = url.startsWith(`${location.origin}/archives/`) && new URL(url).pathname.match(/^\/archives\/(\w+)\/p(\d+)(\d{6})$/);
  if (!found) return null;
  const thread = new URL(url).searchParams.get("thread_ts") ?? `${found[2]}.${found[3]}`;
  return `${found[1]}/${thread}`;
}

export function link(url, shown) {
  const place = permalinkPlace(url);
  if (place) return h("a", { href: `#${place}` }, shown || url);
  if (!/^(https?:|mailto:)/.test(url)) return shown || url;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, shown || url.replace(/^mailto:/, ""));
}

// A text object: mrkdwn or plain.
export function textNodes(text) {
  if (!text) return [];
  return text.type === "mrkdwn" ? mrkdwn(text.text) : label(text.text);
}

// Plain text as a string (for attributes and options), and as nodes with its emoji drawn.
export const plain = (text) => text.replace(/:[a-z0-9_+-]+:/g, (name) => emoji(name.slice(1, -1)));
export const label = (text) => withEmoji(plain(text));
