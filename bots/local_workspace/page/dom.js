// Builds elements. Text always goes in as text, never as markup.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

function setProp(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else if (name === "value" || name === "checked" || name === "disabled") {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

const PATHS = {
  send: "M3 11.5 21 3l-5 18-4.5-7.5L3 11.5Zm8.5 2L21 3",
  reply: "M21 12a8 8 0 0 1-8 8H4l2.2-3A8 8 0 1 1 21 12Z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "m6 6 12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  file: "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8l-5-5Zm0 0v5h5",
  download: "M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 20h14",
  attach: "m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 5 5l-8.5 8.5a1.7 1.7 0 0 1-2.5-2.5L15 7",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-3.5-7s1.2 2 3.5 2 3.5-2 3.5-2M9 9.5h.01M15 9.5h.01",
  home: "m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4v-6h-6v6H5a1 1 0 0 1-1-1v-8Z",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6v-9Z",
  switch: "M7 4 3 8l4 4M3 8h13M17 20l4-4-4-4M21 16H8",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.9 1 1 1.6h5c.1-.6.5-1.2 1-1.6A6 6 0 0 0 12 3Z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onClick, extra = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: onClick }, ...extra }, icon(name));
}

export const byId = (id) => document.getElementById(id);

export function announce(text) {
  byId("announcer").textContent = text;
}

export function notice(text) {
  const shown = h("div", { class: "notice" }, h("span", {}, text),
    iconButton("close", "Dismiss", () => shown.remove()));
  byId("notices").append(shown);
  setTimeout(() => shown.remove(), 9000);
}

// Make `children` what is in `parent`: nodes that stay are not touched, and the focus is kept.
export function refill(parent, ...children) {
  const wanted = children.flat(Infinity).filter(Boolean);
  const key = document.activeElement?.closest?.("[data-key]")?.dataset.key;
  const inside = key && parent.contains(document.activeElement);
  const caret = inside ? document.activeElement.selectionStart : null;
  const staying = new Set(wanted);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
  if (inside && !parent.contains(document.activeElement)) refocus(parent, key, caret);
}

export function refocus(parent, key, caret = null) {
  const again = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (caret !== null && again.setSelectionRange && again.type !== "date") {
    try { again.setSelectionRange(caret, caret); } catch { /* not a text field */ }
  }
}
