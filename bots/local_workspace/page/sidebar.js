// The sidebar: who I am, channels, direct messages, the app's Home.

import { byId, h, icon, refill } from "./dom.js";
import { avatar } from "./messages.js";
import { isWithApp, store, titleOf } from "./store.js";

export function showSidebar() {
  const all = [...store.channels.values()];
  const rooms = all.filter((each) => !each.is_im && !each.is_mpim);
  const direct = all.filter((each) => each.is_im || each.is_mpim);
  refill(byId("sidebar"),
    h("div", { class: "brand" }, h("img", { src: "/page/icon.svg", alt: "", width: "34", height: "34" }), h("div", {}, h("strong", {}, store.app.name), h("small", {}, "Local workspace"))),
    h("nav", { "aria-label": "Channels" },
      h("h2", {}, "Channels"), h("ul", {}, rooms.map(entry)),
      h("h2", {}, "Direct messages"), h("ul", {}, direct.map(entry)),
      h("h2", {}, "Apps"), h("ul", {}, item("home", [icon("home"), `${store.app.name} Home`]))),
    h("div", { class: "me" }, avatar(store.me.id), h("div", {}, h("strong", {}, store.me.real_name), h("small", {}, store.me.profile.title)),
      h("a", { class: "icon-button", href: "/", "aria-label": "Switch person", title: "Switch person" }, icon("switch"))));
}

function entry(channel) {
  const mark = channel.is_im ? avatar(channel.members.find((each) => each !== store.me.id) ?? store.me.id, "small")
    : channel.is_private ? icon("lock") : h("span", { class: "hash", "aria-hidden": "true" }, "#");
  return item(channel.id, [mark, h("span", { class: "name" }, titleOf(channel)), isWithApp(channel) ? h("span", { class: "app-tag" }, "APP") : null], store.unread.get(channel.id));
}

function item(place, content, unread = 0) {
  const current = store.place === place;
  return h("li", {}, h("a", { href: `#${place}`, class: unread ? "unread" : "", "aria-current": current ? "page" : null, "data-key": `place:${place}` },
    content, unread ? h("span", { class: "badge", "aria-label": `${unread} new` }, String(unread)) : null));
}
