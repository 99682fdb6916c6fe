// What this person's page knows, and how a change from the workspace alters it.

export const store = {
  page: crypto.randomUUID(), me: null, app: null, people: {}, groups: {}, channels: new Map(), prompts: {},
  views: [], home: null, statuses: new Map(), unread: new Map(),
  place: "", thread: "", awaitingThread: "", askedBeside: "",
};

// Container id (message ts or view id) -> block id -> action id -> what was chosen here.
const choices = new Map();

export function chosen(container, blockId, actionId) {
  return choices.get(container)?.[blockId]?.[actionId];
}

export function choose(container, blockId, actionId, value) {
  const blocks = choices.get(container) ?? {};
  blocks[blockId] = { ...blocks[blockId], [actionId]: value };
  choices.set(container, blocks);
}

export const choicesOf = (container) => choices.get(container) ?? {};

export function takeState(state) {
  Object.assign(store, {
    me: state.me, app: state.app, people: state.people, groups: state.groups,
    prompts: state.prompts, views: state.views, home: state.home,
  });
  store.channels = new Map(state.channels.map((channel) => [
    channel.id,
    { ...channel, messages: new Map(channel.messages.map((each) => [each.ts, each])) },
  ]));
}

const takers = {
  message({ channel, message }) {
    const known = store.channels.get(channel);
    if (!known) return;
    if (!known.messages.has(message.ts) && concernsMe(known, message)) countUnread(known);
    known.messages.set(message.ts, message);
    if (message.bot_id) store.statuses.delete(statusKey(channel, message.thread_ts ?? ""));
  },
  gone({ channel, ts }) { store.channels.get(channel)?.messages.delete(ts); },
  views({ page, stack }) { if (page === store.page) store.views = stack; },
  home({ view }) { store.home = view; },
  status({ channel, thread_ts, status }) {
    if (status) store.statuses.set(statusKey(channel, thread_ts), status);
    else store.statuses.delete(statusKey(channel, thread_ts));
  },
  prompts(change) { store.prompts[change.channel] = change; },
  title() {},
};

export function takeChange(change) {
  takers[change.kind]?.(change);
}

// New in a channel: what is said there, and replies in threads that I am part of.
function concernsMe(channel, message) {
  if (message.user === store.me.id) return false;
  if (!isReply(message) || message.text?.includes(`<@${store.me.id}>`)) return true;
  return threadOf(channel, message.thread_ts).some((each) => each.user === store.me.id);
}

function countUnread(channel) {
  if (channel.id === store.place && !document.hidden) return;
  store.unread.set(channel.id, (store.unread.get(channel.id) ?? 0) + 1);
}

const statusKey = (channel, threadTs) => `${channel} ${threadTs}`;
export const statusOf = (channel, threadTs) => store.statuses.get(statusKey(channel, threadTs));

export const isReply = (message) => Boolean(message.thread_ts) && message.thread_ts !== message.ts;

export function rootsOf(channel) {
  return inOrder(channel).filter((each) => !isReply(each) || each.subtype === "thread_broadcast");
}

export function threadOf(channel, ts) {
  return inOrder(channel).filter((each) => each.ts === ts || each.thread_ts === ts);
}

function inOrder(channel) {
  return [...channel.messages.values()].sort((a, b) => a.ts - b.ts);
}

export function person(id) {
  if (id === store.app.user) return { id, name: store.app.name, real: store.app.name, isApp: true };
  const known = store.people[id];
  return { id, name: known?.name ?? id, real: known?.real_name ?? id, isApp: false };
}

export function titleOf(channel) {
  if (!channel.is_im && !channel.is_mpim) return channel.name;
  const others = channel.members.filter((each) => each !== store.me.id);
  return others.map((each) => person(each).real).join(", ");
}

export const isWithApp = (channel) => channel.is_im && channel.members.includes(store.app.user);
