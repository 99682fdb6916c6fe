// Standard Markdown (markdown blocks, streamed answers) to DOM nodes; the common subset.

import { h } from "./dom.js";
import { withEmoji } from "./emoji.js";
import { codeBlock, link } from "./mrkdwn.js";

export function markdown(text) {
  const source = text.replaceAll("\r", "").split("\n");
  const nodes = [];
  let at = 0;
  while (at < source.length) {
    const [node, next] = block(source, at);
    if (node) nodes.push(node);
    at = next;
  }
  return nodes;
}

function block(source, at) {
  const line = source[at];
  if (!line.trim()) return [null, at + 1];
  if (line.startsWith("```")) return fenced(source, at);
  const heading = line.match(/^(#{1,6})\s+(.*)$/);
  if (heading) return [h(`h${Math.min(heading[1].length + 2, 6)}`, {}, inline(heading[2])), at + 1];
  if (/^(-{3,}|\*{3,})$/.test(line.trim())) return [h("hr"), at + 1];
  if (/^\s*\|.*\|/.test(line) && /^[\s|:-]+$/.test(source[at + 1] ?? "x")) return table(source, at);
  if (/^\s*([-*+]|\d+[.)])\s+/.test(line)) return list(source, at);
  if (line.startsWith(">")) return quote(source, at);
  return paragraph(source, at);
}

function fenced(source, at) {
  let end = at + 1;
  while (end < source.length && !source[end].startsWith("```")) end += 1;
  return [codeBlock(source.slice(at + 1, end).join("\n")), end + 1];
}

function table(source, at) {
  const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((each) => each.trim());
  let end = at + 2;
  while (end < source.length && source[end].includes("|")) end += 1;
  const row = (line, tag) => h("tr", {}, cells(line).map((cell) => h(tag, {}, inline(cell))));
  return [h("div", { class: "table-scroll", tabindex: "0" }, h("table", {},
    h("thead", {}, row(source[at], "th")),
    h("tbody", {}, source.slice(at + 2, end).map((line) => row(line, "td"))))), end];
}

function list(source, at) {
  const item = /^\s*([-*+]|\d+[.)])\s+(.*)$/;
  const ordered = /^\s*\d/.test(source[at]);
  const items = [];
  let end = at;
  for (; end < source.length; end += 1) {
    const match = source[end].match(item);
    if (!match) break;
    items.push(h("li", {}, inline(match[2])));
  }
  return [h(ordered ? "ol" : "ul", {}, items), end];
}

function quote(source, at) {
  let end = at;
  while (end < source.length && source[end].startsWith(">")) end += 1;
  const inner = source.slice(at, end).map((line) => line.replace(/^> ?/, "")).join("\n");
  return [h("blockquote", {}, markdown(inner)), end];
}

function paragraph(source, at) {
  let end = at + 1;
  while (end < source.length && source[end].trim() && !/^(#|>|```|\s*([-*+]|\d+[.)])\s|\s*\|)/.test(source[end])) end += 1;
  const content = source.slice(at, end).flatMap((line, index) => (index ? [h("br"), ...inline(line)] : inline(line)));
  return [h("p", {}, content), end];
}

const INLINE = /(`[^`]+`)|(\*\*(?=\S).+?\*\*)|(~~.+?~~)|(?<![\w*])(\*(?=\S)[^*]+?\*)|(?<!\w)(_(?=\S)[^_]+?_)(?!\w)|(\[[^\]]+\]\([^)\s]+\))|(https?:\/\/[^\s<>)]+)/g;

function inline(text) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(...withEmoji(text.slice(last, match.index)), special(match));
    last = match.index + match[0].length;
  }
  return [...nodes, ...withEmoji(text.slice(last))];
}

function special([whole, code, bold, strike, star, underscore, anchor]) {
  if (code) return h("code", {}, whole.slice(1, -1));
  if (bold) return h("strong", {}, inline(whole.slice(2, -2)));
  if (strike) return h("s", {}, inline(whole.slice(2, -2)));
  if (star || underscore) return h("em", {}, inline(whole.slice(1, -1)));
  if (!anchor) return link(whole, "");
  const [, label, url] = anchor.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
  return link(url, label);
}
