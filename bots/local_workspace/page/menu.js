// A small menu under a button: arrows move, Enter chooses, Esc closes and gives the focus back.

import { h } from "./dom.js";

let open = null;

export function openMenu(anchor, items) {
  closeMenu();
  const node = h("div", { class: "menu", role: "menu" }, items.map((item) => h("button", {
    type: "button", role: "menuitem", class: item.danger ? "danger" : "", tabindex: "-1",
    on: { click: () => { closeMenu(); item.run(); } },
  }, item.label)));
  node.addEventListener("keydown", (event) => keys(event, node, anchor));
  (anchor.closest("dialog") ?? document.body).append(node);
  place(node, anchor);
  open = node;
  anchor.setAttribute("aria-expanded", "true");
  open.anchor = anchor;
  node.firstElementChild?.focus();
  setTimeout(() => document.addEventListener("pointerdown", outside), 0);
}

export function closeMenu() {
  if (!open) return;
  open.anchor.setAttribute("aria-expanded", "false");
  open.remove();
  open = null;
  document.removeEventListener("pointerdown", outside);
}

function outside(event) {
  if (open && !open.contains(event.target)) closeMenu();
}

function keys(event, node, anchor) {
  const items = [...node.children];
  const at = items.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    items[(at + step + items.length) % items.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    closeMenu();
    anchor.focus();
  }
}

function place(node, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = box.bottom + node.offsetHeight + 8 < window.innerHeight;
  node.style.top = `${below ? box.bottom + 4 : Math.max(8, box.top - node.offsetHeight - 4)}px`;
  node.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - node.offsetWidth - 8))}px`;
}
