// rich_text blocks to DOM nodes.

import { h } from "./dom.js";
import { emoji, withEmoji } from "./emoji.js";
import { channelLink, codeBlock, link, mention } from "./mrkdwn.js";
import { store } from "./store.js";

export function richText(block) {
  return h("div", { class: "rich-text" }, block.elements.map(part));
}

function part(element) {
  const pieces = () => element.elements.map(piece);
  if (element.type === "rich_text_preformatted") {
    return codeBlock(element.elements.map((each) => each.text ?? each.url ?? "").join(""));
  }
  if (element.type === "rich_text_quote") return h("blockquote", {}, pieces());
  if (element.type === "rich_text_list") {
    const tag = element.style === "ordered" ? "ol" : "ul";
    const start = tag === "ol" && element.offset ? element.offset + 1 : null;
    return h(tag, { class: `indent-${element.indent ?? 0}`, start },
      element.elements.map((each) => h("li", {}, each.elements.map(piece))));
  }
  return h("div", { class: "rich-line" }, pieces());
}

const PIECES = {
  text: (each) => breaks(each.text),
  link: (each) => [link(each.url, each.text)],
  user: (each) => [mention(each.user_id)],
  channel: (each) => [channelLink(each.channel_id)],
  usergroup: (each) => [h("span", { class: "mention" }, `@${store.groups[each.usergroup_id] ?? "group"}`)],
  emoji: (each) => withEmoji(emoji(each.name)),
  broadcast: (each) => [h("span", { class: "mention" }, `@${each.range}`)],
  date: (each) => [each.fallback ?? new Date(each.timestamp * 1000).toLocaleString()],
  color: (each) => [h("code", {}, each.value)],
};

function piece(each) {
  const nodes = PIECES[each.type]?.(each) ?? [];
  const style = each.style ?? {};
  let node = nodes;
  if (style.code) node = h("code", {}, node);
  if (style.strike) node = h("s", {}, node);
  if (style.italic) node = h("em", {}, node);
  if (style.bold) node = h("strong", {}, node);
  return node;
}

function breaks(text) {
  return text.split("\n").flatMap((line, index) => (index ? [h("br"), ...withEmoji(line)] : withEmoji(line)));
}
