// Modals: the topmost view of this person's stack, its inputs, errors and buttons.

import { blocks } from "./blocks.js";
import { byId, h, iconButton, refill } from "./dom.js";
import { plain } from "./mrkdwn.js";
import { act } from "./server.js";
import { choicesOf, store } from "./store.js";

let errors = {};
let shownView = "";

export function showModal() {
  const dialog = byId("modal");
  const view = store.views.at(-1);
  if (!view) {
    errors = {};
    shownView = "";
    if (dialog.open) dialog.close();
    return;
  }
  if (view.id !== shownView) errors = {};
  shownView = view.id;
  dialog.setAttribute("aria-labelledby", "modal-title");
  refill(dialog, form(view));
  if (!dialog.open) {
    dialog.showModal();
    (dialog.querySelector(".modal-body :is(input, select, textarea)") ?? dialog.querySelector(".primary"))?.focus();
  }
}

function form(view) {
  const cancel = () => act("close", { view_id: view.id });
  const submit = view.submit ? h("button", { type: "submit", class: "button primary", "data-key": "modal-submit" }, plain(view.submit.text)) : null;
  const node = h("form", { novalidate: true, method: "dialog" },
    h("header", {}, h("img", { src: "/page/icon.svg", alt: "", width: "28", height: "28" }), h("h2", { id: "modal-title" }, plain(view.title.text)),
      iconButton("close", "Close", () => act("close", { view_id: view.id, everything: true }), { "data-key": "modal-x" })),
    h("div", { class: "modal-body" }, blocks(view.blocks, { view_id: view.id }, errors)),
    h("footer", { class: "dialog-buttons" },
      h("button", { type: "button", class: "button", "data-key": "modal-close", on: { click: cancel } }, view.close ? plain(view.close.text) : store.views.length > 1 ? "Back" : "Cancel"), submit));
  node.addEventListener("submit", (event) => { event.preventDefault(); if (submit) send(view, submit); });
  return node;
}

async function send(view, submit) {
  submit.disabled = true;
  submit.classList.add("busy");
  const answer = await act("submit", { view_id: view.id, choices: choicesOf(view.id) });
  submit.disabled = false;
  submit.classList.remove("busy");
  errors = answer.errors ?? {};
  if (Object.keys(errors).length && store.views.at(-1)?.id === view.id) {
    showModal();
    byId("modal").querySelector("[aria-invalid]")?.focus();
  }
}

export function listenForEscape() {
  byId("modal").addEventListener("cancel", (event) => {
    event.preventDefault();
    const view = store.views.at(-1);
    if (view) act("close", { view_id: view.id });
  });
}
