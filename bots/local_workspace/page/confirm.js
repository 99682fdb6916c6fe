// The "are you sure" dialog that an element may ask for before it is used.

import { byId, h } from "./dom.js";
import { plain, textNodes } from "./mrkdwn.js";

export function confirmed(spec) {
  return ask({
    title: plain(spec.title.text), body: textNodes(spec.text), yes: plain(spec.confirm.text),
    no: plain(spec.deny.text), danger: spec.style === "danger",
  });
}

export function ask({ title, body, yes, no, danger }) {
  const dialog = byId("confirm");
  return new Promise((resolve) => {
    const done = (answer) => { dialog.onclose = null; dialog.close(); resolve(answer); };
    const agree = h("button", { type: "button", class: `button ${danger ? "danger" : "primary"}`, on: { click: () => done(true) } }, yes);
    dialog.setAttribute("aria-labelledby", "confirm-title");
    dialog.replaceChildren(h("h2", { id: "confirm-title" }, title), h("div", { class: "confirm-body" }, body),
      h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "button", on: { click: () => done(false) } }, no), agree));
    dialog.onclose = () => resolve(false);
    dialog.showModal();
    agree.focus();
  });
}
