// Puts the page together: where we are, what is shown there, and what changes it.

import { blocks } from "./blocks.js";
import { composer, suggestions } from "./composer.js";
import { announce, byId, h, icon, iconButton, refill, refocus } from "./dom.js";
import { messageList, thinking } from "./messages.js";
import { listenForEscape, showModal } from "./modal.js";
import { act, firstState, follow } from "./server.js";
import { showSidebar } from "./sidebar.js";
import { isWithApp, person, rootsOf, statusOf, store, takeChange, takeState, threadOf, titleOf } from "./store.js";

const NEAR_END = 120;

function readPlace() {
  const [place, thread] = decodeURIComponent(location.hash.slice(1)).split("/");
  const first = [...store.channels.keys()][0];
  const known = place === "home" || store.channels.has(place);
  const before = store.place;
  store.place = known ? place : first;
  if (store.place !== before) tellApp();
  store.thread = known && thread ? thread : "";
  store.unread.delete(store.place);
}

// The app hears when its Home or its direct message is opened.
function tellApp() {
  const channel = store.channels.get(store.place);
  if (store.place === "home") act("home", { tab: "home" });
  else if (channel && isWithApp(channel)) act("home", { tab: "messages" });
}

function showAll() {
  showSidebar();
  showMain();
  showThread();
  showModal();
  const unread = [...store.unread.values()].reduce((sum, each) => sum + each, 0);
  const channel = store.channels.get(store.place);
  document.title = `${unread ? `(${unread}) ` : ""}${channel ? titleOf(channel) : "Home"} · ${store.app.name}`;
}

// Rebuild only the scrolling part, so that the message box keeps what is being typed.
function pane(parent, key, head, list, foot) {
  const current = parent.querySelector(".scroll");
  if (parent.dataset.pane !== key || !current) {
    const scroll = h("div", { class: "scroll", tabindex: "-1" }, list);
    parent.replaceChildren(head, scroll, ...foot().filter(Boolean));
    parent.dataset.pane = key;
    if (key === "home") return;
    toNewest(scroll, "img");
    return;
  }
  const atEnd = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END;
  const before = newestIn(current);
  refill(current, list);
  const newest = newestIn(current);
  const said = newest !== before && newest?.classList.contains("mine");
  if (key === "home" || newest === before && !atEnd) return;
  if (atEnd || said) toNewest(current, "img.picture");
  else if (newest.dataset.ts > (before?.dataset.ts ?? "")) tellBelow(current);
}

// Whoever reads further up is told that there is more, and taken there.
function tellBelow(scroll) {
  scroll.parentElement.querySelector(".more-below")?.remove();
  const go = () => { scroll.scrollTop = scroll.scrollHeight; };
  const more = h("button", { type: "button", class: "more-below", on: { click: go } }, "New message ↓");
  scroll.after(more);
  const seen = () => {
    if (scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight > NEAR_END) return;
    more.remove();
    scroll.removeEventListener("scroll", seen);
  };
  scroll.addEventListener("scroll", seen);
}

const newestIn = (scroll) => [...scroll.querySelectorAll(":scope > .message")].at(-1);

// To the end; of a message that is longer than the pane, to where reading it begins.
function toNewest(scroll, images) {
  const go = () => {
    const newest = newestIn(scroll);
    const long = newest && newest.offsetHeight > scroll.clientHeight;
    if (long) scroll.scrollTop += newest.getBoundingClientRect().top - scroll.getBoundingClientRect().top;
    else scroll.scrollTop = scroll.scrollHeight;
  };
  go();
  for (const image of scroll.querySelectorAll(images)) image.addEventListener("load", go, { once: true });
}

function showMain() {
  if (store.place === "home") return showHome();
  const channel = store.channels.get(store.place);
  const roots = rootsOf(channel);
  const direct = statusOf(channel.id, "");
  const list = [roots.length ? null : welcome(channel), ...messageList(roots, channel), direct ? thinking(direct) : null];
  document.body.classList.toggle("nothing-said", !roots.length);
  pane(byId("channel"), channel.id + JSON.stringify(store.prompts[channel.id] ?? ""), channelHead(channel), list.filter(Boolean), () => [suggestionRow(channel), composer(channel)]);
  return undefined;
}

const menuButton = () => iconButton("menu", "Channels", () => document.body.classList.toggle("sidebar-open"), { class: "icon-button open-sidebar" });

function channelHead(channel) {
  const names = channel.members.map((each) => person(each).real).join(", ");
  return h("header", { class: "head" }, menuButton(),
    h("div", {}, h("h1", {}, channel.name ? `#${channel.name}` : titleOf(channel)), h("p", {}, channel.topic?.value || (isWithApp(channel) ? store.app.tagline : ""))),
    channel.name ? h("span", { class: "members", title: names }, `${channel.members.length} members`) : null);
}

function welcome(channel) {
  const title = channel.name ? `This is #${channel.name}` : `You and ${titleOf(channel)}`;
  const help = suggestions(channel).length ? "Ask in your own words, or start with one of these:" : "Nothing has been said here yet.";
  return h("div", { class: "welcome" }, h("img", { src: "/page/icon.svg", alt: "", width: "52", height: "52" }), h("h2", {}, title),
    h("p", {}, channel.topic?.value || store.app.tagline), h("p", { class: "quiet" }, help), h("div", { class: "suggestions big" }, suggestions(channel)));
}

function suggestionRow(channel) {
  const found = suggestions(channel);
  if (!found.length) return null;
  return h("div", { class: "suggestions row", role: "group", "aria-label": "Example questions" }, icon("bulb"), found);
}

function showHome() {
  const view = store.home;
  const empty = h("div", { class: "welcome" }, h("img", { src: "/page/icon.svg", alt: "", width: "52", height: "52" }), h("h2", {}, store.app.name),
    h("p", {}, store.app.tagline), h("p", { class: "quiet" }, `${store.app.name} has not put anything on its Home tab yet.`));
  const list = view ? h("div", { class: "home blocks" }, blocks(view.blocks, { view_id: view.id })) : empty;
  const head = h("header", { class: "head" }, menuButton(), h("div", {}, h("h1", {}, store.app.name), h("p", {}, "Home")));
  pane(byId("channel"), "home", head, [list], () => []);
}

function showThread() {
  const parent = byId("thread");
  const channel = store.channels.get(store.place);
  const messages = channel && store.thread ? threadOf(channel, store.thread) : [];
  parent.hidden = !messages.length;
  document.body.classList.toggle("thread-open", !parent.hidden);
  if (parent.hidden) { parent.dataset.pane = ""; return; }
  const status = statusOf(channel.id, store.thread);
  const head = h("header", { class: "head" }, h("div", {}, h("h1", {}, "Thread"), h("p", {}, channel.name ? `#${channel.name}` : titleOf(channel))),
    iconButton("close", "Close thread", () => { location.hash = channel.id; }));
  const list = [...messageList(messages, channel, { inThread: true }), status ? thinking(status) : null].filter(Boolean);
  pane(parent, `${channel.id}/${store.thread}`, head, list, () => [composer(channel, store.thread)]);
}

// Changes that arrive while the whole state is on its way wait for it: none is lost or undone.
let waiting = [];

function onChange(change) {
  if (waiting) {
    waiting.push(change);
    return;
  }
  apply(change);
  showAll();
}

function apply(change) {
  takeChange(change);
  if (change.kind !== "message") return;
  openAwaitedThread(change.channel);
  const { user, text } = change.message;
  if (user !== store.me.id && change.channel === store.place) announce(`${person(user).name}: ${text ?? ""}`.slice(0, 300));
}

async function load() {
  waiting = waiting ?? [];
  takeState(await firstState());
  const arrived = waiting;
  waiting = null;
  readPlace();
  arrived.forEach(apply);
  showAll();
}

// The answer to what I just asked opens by itself, unless I opened another thread since. It may
// be here before the server has told us the ts of our own message.
function openAwaitedThread(channelId) {
  const asked = store.awaitingThread;
  const channel = store.channels.get(channelId);
  if (!asked || !channel || !threadOf(channel, asked).some((each) => each.user !== store.me.id)) return;
  store.awaitingThread = "";
  if (channelId === store.place && store.thread === store.askedBeside) location.hash = `${channelId}/${asked}`;
}

// A permalink to a message of this workspace opens here instead of in a new tab.
function followPermalinks(event) {
  const link = event.target.closest?.("a[href*='/archives/']");
  const found = link?.href.match(/\/archives\/(\w+)(?:\/p(\d+)(\d{6}))?/);
  if (!found || !link.href.startsWith(location.origin)) return;
  event.preventDefault();
  const ts = new URL(link.href).searchParams.get("thread_ts") ?? (found[2] ? `${found[2]}.${found[3]}` : "");
  location.hash = ts ? `${found[1]}/${ts}` : found[1];
}

function start() {
  listenForEscape();
  window.addEventListener("hashchange", () => {
    if (!store.me) return;
    const opened = !store.thread;
    readPlace();
    document.body.classList.remove("sidebar-open");
    showAll();
    if (opened && store.thread) refocus(document.body, "composer-thread");
  });
  document.addEventListener("asked", (event) => openAwaitedThread(event.detail));
  document.addEventListener("click", followPermalinks);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && store.me) { store.unread.delete(store.place); showSidebar(); } });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (document.body.classList.contains("sidebar-open")) document.body.classList.remove("sidebar-open");
    else if (store.thread) location.hash = store.place;
  });
  byId("channel").addEventListener("pointerdown", () => document.body.classList.remove("sidebar-open"), true);
  let first = true;
  follow(onChange, async () => {
    await load();
    if (first) byId("composer-main")?.focus();
    first = false;
  });
}

start();
