// A searchable select for one or many options: typed text filters, arrows move, Enter picks.

import { h } from "./dom.js";
import { plain } from "./mrkdwn.js";

let counter = 0;

export function combobox({ spec, use, search, known, many }) {
  const listId = `options-${(counter += 1)}`;
  const labels = new Map(known.map((each) => [each.value, plain(each.text.text)]));
  let picked = many ? [...(use.value ?? [])] : use.value ? [use.value] : [];
  let offered = [];
  let active = -1;
  let asked = 0;

  const tokens = h("span", { class: "tokens" });
  const list = h("ul", { class: "options", id: listId, role: "listbox", "aria-multiselectable": many ? "true" : null, hidden: true });
  const input = h("input", {
    class: "combo-input", type: "text", role: "combobox", autocomplete: "off", "aria-expanded": "false", "aria-controls": listId,
    "aria-autocomplete": "list", "aria-labelledby": use.labelId, "aria-label": use.labelId ? null : spec.placeholder?.text ?? "Search",
    placeholder: spec.placeholder?.text ?? "Search…", "data-key": use.key,
  });
  const box = h("div", { class: "combobox" }, h("div", { class: "combo-field field" }, tokens, input), list);

  function showPicked() {
    tokens.replaceChildren(...picked.map((value) => h("span", { class: "token" }, labels.get(value) ?? value,
      h("button", { type: "button", "aria-label": `Remove ${labels.get(value) ?? value}`, on: { click: () => drop(value) } }, "×"))));
    input.placeholder = picked.length ? "" : spec.placeholder?.text ?? "Search…";
  }

  function tell() {
    const value = many ? picked : picked[0] ?? null;
    use.keep(value);
    use.press(value);
  }

  function drop(value) {
    picked = picked.filter((each) => each !== value);
    showPicked();
    tell();
    input.focus();
  }

  function pick(option) {
    labels.set(option.value, plain(option.text.text));
    if (!many) picked = [option.value];
    else if (picked.includes(option.value)) picked = picked.filter((each) => each !== option.value);
    else if (!spec.max_selected_items || picked.length < spec.max_selected_items) picked = [...picked, option.value];
    input.value = "";
    showPicked();
    if (many) showOffered();
    else close();
    tell();
  }

  function showOffered() {
    list.replaceChildren(...offered.map((option, index) => h("li", {
      role: "option", id: `${listId}-${index}`, class: index === active ? "active" : "", "aria-selected": String(picked.includes(option.value)),
      on: { mousedown: (event) => { event.preventDefault(); pick(option); } },
    }, plain(option.text.text), option.description ? h("small", {}, option.description.text) : null)));
    if (!offered.length) list.append(h("li", { class: "empty" }, "Nothing found"));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    if (active >= 0) input.setAttribute("aria-activedescendant", `${listId}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  async function look() {
    if (input.value.length < (spec.min_query_length ?? (spec.type.includes("external") ? 1 : 0)) && spec.type.includes("external")) return close();
    const mine = (asked += 1);
    const found = await search(input.value);
    if (mine !== asked || document.activeElement !== input) return undefined;
    // What is marked stays marked where another letter leaves it in the list.
    const marked = offered[active]?.value;
    offered = found;
    active = offered.length ? Math.max(0, offered.findIndex((option) => option.value === marked)) : -1;
    return showOffered();
  }

  function close() {
    asked += 1;
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function move(step) {
    if (list.hidden) { look(); return; }
    if (!offered.length) return;
    active = (active + step + offered.length) % offered.length;
    showOffered();
  }

  input.addEventListener("input", look);
  // Not on focus: a list that opens by itself moves what the next press is aimed at.
  input.addEventListener("click", look);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); move(event.key === "ArrowDown" ? 1 : -1); }
    else if (event.key === "Enter" && !list.hidden && offered[active]) { event.preventDefault(); pick(offered[active]); }
    else if (event.key === "Escape" && !list.hidden) { event.preventDefault(); event.stopPropagation(); close(); }
    else if (event.key === "Backspace" && !input.value && picked.length) drop(picked.at(-1));
  });
  showPicked();
  return box;
}
