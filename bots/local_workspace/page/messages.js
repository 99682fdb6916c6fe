// Messages: one, a list of them, and the small toolbar on each.

import { blocks, task } from "./blocks.js";
import { ask } from "./confirm.js";
import { h, icon, iconButton, notice } from "./dom.js";
import { REACTIONS, emoji, withEmoji } from "./emoji.js";
import { markdown } from "./markdown.js";
import { openMenu } from "./menu.js";
import { mrkdwn } from "./mrkdwn.js";
import { act, fileUrl } from "./server.js";
import { isReply, person, statusOf, store } from "./store.js";

const TOGETHER_SECONDS = 300;

// Nodes that were built before, by pane and ts: a message that did not change keeps its node,
// and with it an open menu or a half-typed field.
const built = new Map();

function kept(key, signature, build) {
  const known = built.get(key);
  if (known?.signature === signature) return known.node;
  const node = build();
  built.set(key, { signature, node });
  return node;
}

export function messageList(messages, channel, { inThread = false } = {}) {
  const nodes = [];
  let before = null;
  for (const message of messages) {
    if (!before || day(before) !== day(message)) nodes.push(kept(`${inThread} ${channel.id} ${day(message)}`, day(message), () => dayLine(message)));
    const together = before && before.user === message.user && message.ts - before.ts < TOGETHER_SECONDS
      && day(before) === day(message) && !message.is_ephemeral && !before.is_ephemeral && !before.reply_count;
    const options = { inThread, together: Boolean(together) };
    const signature = JSON.stringify([message, options, statusOf(channel.id, message.ts)]);
    nodes.push(kept(`${inThread} ${channel.id} ${message.ts}`, signature, () => messageNode(message, channel, options)));
    before = message;
  }
  return nodes;
}

const moment = (ts) => new Date(Number(ts) * 1000);
const day = (message) => moment(message.ts).toDateString();

function dayLine(message) {
  const today = new Date().toDateString() === day(message);
  const label = today ? "Today" : moment(message.ts).toLocaleDateString(undefined, { weekday: "long", month: "long", day: "numeric" });
  return h("div", { class: "day", role: "separator" }, h("span", {}, label));
}

export function avatar(id, size = "") {
  const who = person(id);
  if (who.isApp) return h("img", { class: `avatar app-avatar ${size}`, src: "/page/icon.svg", alt: "" });
  const initials = who.real.split(" ").map((part) => part[0]).slice(0, 2).join("");
  const tint = [...who.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return h("span", { class: `avatar tint-${tint} ${size}`, "aria-hidden": "true" }, initials);
}

export const timeOf = (ts) => moment(ts).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

function messageNode(message, channel, { inThread, together }) {
  const who = person(message.user);
  const kinds = ["message", message.user === store.me.id ? "mine" : "", together ? "together" : "", message.is_ephemeral ? "ephemeral" : ""].join(" ");
  return h("article", { class: kinds, "data-ts": message.ts, "aria-label": `${who.name} at ${timeOf(message.ts)}` },
    h("div", { class: "gutter" }, together ? h("time", {}, timeOf(message.ts).replace(/\s?[AP]M/i, "")) : avatar(message.user)),
    h("div", { class: "body" },
      message.is_ephemeral ? h("div", { class: "only-you" }, icon("eye"), "Only visible to you") : null,
      together ? null : h("div", { class: "by" }, h("strong", {}, who.real), who.isApp ? h("span", { class: "app-tag" }, "APP") : null, h("time", {}, timeOf(message.ts))),
      content(message, channel),
      files(message),
      reactions(message, channel),
      inThread || isReply(message) ? null : replies(message, channel)),
    toolbar(message, channel, inThread));
}

function content(message, channel) {
  const where = { channel: channel.id, ts: message.ts };
  const edited = message.edited && !message.bot_id ? h("span", { class: "edited" }, " (edited)") : null;
  if (message.streaming_state) return streamed(message, where);
  if (message.blocks?.length) return h("div", { class: "blocks" }, blocks(message.blocks, where));
  return message.text ? h("div", { class: "text" }, mrkdwn(message.text), edited) : null;
}

function streamed(message, where) {
  return h("div", { class: `blocks ${message.streaming_state}` },
    message.plan ? h("div", { class: "plan" }, message.plan) : null,
    message.tasks?.length ? h("div", { class: "tasks" }, message.tasks.map(task)) : null,
    h("div", { class: "markdown" }, markdown(message.text)), blocks(message.blocks ?? [], where));
}

function files(message) {
  if (!message.files?.length) return null;
  return h("div", { class: "files" }, message.files.map((file) => {
    const url = fileUrl(file.id);
    if (/^image\/(png|jpeg|gif)$/.test(file.mimetype)) {
      return h("figure", { class: "image" }, h("figcaption", {}, file.title), h("a", { href: url, target: "_blank", rel: "noopener" }, h("img", { class: "picture", src: url, alt: file.title })));
    }
    return h("a", { class: "file", href: url, download: file.name }, h("span", { class: "file-icon" }, file.filetype.slice(0, 4).toUpperCase()),
      h("span", { class: "file-name" }, file.title || file.name, h("small", {}, size(file.size))), icon("download"));
  }));
}

function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function reactions(message, channel) {
  if (!message.reactions?.length) return null;
  return h("div", { class: "reactions" }, message.reactions.map((each) => {
    const mine = each.users.includes(store.me.id);
    const react = () => act("react", { channel: channel.id, ts: message.ts, name: each.name, remove: mine });
    return h("button", { type: "button", class: "reaction", "aria-pressed": String(mine), "aria-label": `${each.name}, ${each.count}`, on: { click: react } }, withEmoji(emoji(each.name)), " ", String(each.count));
  }));
}

function replies(message, channel) {
  const status = statusOf(channel.id, message.ts);
  const open = () => { location.hash = `${channel.id}/${message.ts}`; };
  const count = message.reply_count ?? 0;
  const link = count ? h("button", { type: "button", class: "replies", "data-key": `replies:${message.ts}`, on: { click: open } },
    h("span", { class: "repliers" }, message.reply_users.slice(0, 3).map((id) => avatar(id, "small"))),
    h("strong", {}, `${count} ${count === 1 ? "reply" : "replies"}`), h("span", { class: "last-reply" }, `last at ${timeOf(message.latest_reply)}`)) : null;
  return link || status ? h("div", { class: "under" }, link, status ? thinking(status) : null) : null;
}

export function thinking(status) {
  return h("div", { class: "thinking", role: "status" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${store.app.name} ${status}`);
}

function toolbar(message, channel, inThread) {
  const reply = () => { location.hash = `${channel.id}/${message.thread_ts ?? message.ts}`; };
  const place = { channel: channel.id, ts: message.ts };
  const more = iconButton("more", "More actions", () => openMenu(more, menuItems(message, channel, place)), { "aria-haspopup": "menu", "data-key": `more:${message.ts}` });
  const smile = iconButton("smile", "Add reaction", () => openMenu(smile, REACTIONS.map((name) => ({
    label: withEmoji(`${emoji(name)}  ${name.replaceAll("_", " ")}`), run: () => act("react", { ...place, name }),
  }))), { "aria-haspopup": "menu" });
  if (message.is_ephemeral) return h("div", { class: "toolbar" }, iconButton("close", "Dismiss", () => act("delete", place)));
  return h("div", { class: "toolbar" }, smile, inThread ? null : iconButton("reply", "Reply in thread", reply), more);
}

function menuItems(message, channel, place) {
  const shortcuts = store.app.shortcuts.filter((each) => each.on_message).map((each) => ({
    label: each.name, run: () => act("shortcut", { ...place, callback_id: each.callback_id }),
  }));
  const link = `${location.origin}${location.pathname}#${channel.id}/${message.thread_ts ?? message.ts}`;
  const items = [...shortcuts, { label: "Copy link", run: () => { navigator.clipboard?.writeText(link); notice("Link copied."); } }];
  if (message.user !== store.me.id) return items;
  return [...items, { label: "Edit message", run: () => edit(message, place) }, { label: "Delete message", danger: true, run: () => remove(place) }];
}

async function remove(place) {
  if (await ask({ title: "Delete message", body: ["This cannot be undone."], yes: "Delete", no: "Keep", danger: true })) act("delete", place);
}

async function edit(message, place) {
  const field = h("textarea", { class: "field", rows: "3", "aria-label": "Message", value: editable(message.text) });
  if (await ask({ title: "Edit message", body: [field], yes: "Save", no: "Cancel" })) act("edit", { ...place, text: field.value });
}

function editable(text) {
  return text.replace(/<@([A-Z0-9]+)>/g, (_, id) => `@${person(id).name}`).replace(/<(https?:[^|>]+)>/g, "$1")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
