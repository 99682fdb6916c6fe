// Interactive Block Kit elements: each becomes a real form control.

import { h } from "./dom.js";
import { combobox } from "./combobox.js";
import { confirmed } from "./confirm.js";
import { openMenu } from "./menu.js";
import { label, permalinkPlace, plain, textNodes } from "./mrkdwn.js";
import { act } from "./server.js";
import { choicesOf, choose, chosen, store } from "./store.js";

// `where` says which message or view the element is in: {channel, ts} or {view_id}.
export const containerOf = (where) => where.view_id || where.ts;

export function element(spec, block, where, { inForm = false, labelId = null } = {}) {
  const build = BUILDERS[spec.type];
  if (!build) return h("span", { class: "unsupported" }, `[${spec.type}]`);
  const container = containerOf(where);
  const key = `${container}:${block.block_id}:${spec.action_id}`;
  const dispatches = !inForm || block.dispatch_action;
  const use = {
    key,
    labelId,
    value: chosen(container, block.block_id, spec.action_id) ?? initial(spec),
    keep: (value) => choose(container, block.block_id, spec.action_id, value),
    agreed: async () => !spec.confirm || confirmed(spec.confirm),
    async press(value) {
      if (spec.type !== "button" && !(await use.agreed())) return false;
      if (!dispatches) return true;
      const answer = await act("press", { ...where, block_id: block.block_id, action_id: spec.action_id, value, choices: choicesOf(container) });
      return !answer.notice;
    },
    search: (query) => act("suggest", { ...where, block_id: block.block_id, action_id: spec.action_id, value: query }),
  };
  return build(spec, use);
}

export function initial(spec) {
  if (spec.initial_options) return spec.initial_options.map((each) => each.value);
  if (spec.initial_option) return spec.initial_option.value;
  return spec.initial_value ?? spec.initial_date ?? spec.initial_time ?? spec.initial_user
    ?? spec.initial_channel ?? spec.initial_conversation ?? spec.initial_users ?? null;
}

const named = (spec, use) => ({
  "data-key": use.key,
  "aria-labelledby": use.labelId,
  "aria-label": use.labelId ? null : (spec.placeholder?.text ?? spec.action_id),
});

function button(spec, use) {
  const shown = h("span", {}, label(spec.text.text));
  const node = h("button", {
    type: "button", class: `button ${spec.style ?? ""}`, "data-key": use.key, "aria-label": spec.accessibility_label,
  }, shown);
  node.addEventListener("click", async () => {
    if (!(await use.agreed())) return;
    const place = spec.url && permalinkPlace(spec.url);
    if (place) location.hash = place;
    else if (spec.url && /^https?:/.test(spec.url)) window.open(spec.url, "_blank", "noopener");
    node.classList.add("busy");
    node.disabled = true;
    await use.press(spec.value);
    node.classList.remove("busy");
    node.disabled = false;
  });
  return node;
}

function typed(type) {
  return (spec, use) => {
    const tag = spec.multiline ? "textarea" : "input";
    const node = h(tag, {
      ...named(spec, use), class: `field${spec.multiline && /sql|query/i.test(use.key) ? " code" : ""}`, type: tag === "input" ? type : null, value: use.value ?? "",
      placeholder: spec.placeholder?.text, maxlength: spec.max_length, rows: spec.multiline ? 5 : null,
      inputmode: type === "number" ? "decimal" : null, min: spec.min_value, max: spec.max_value,
      step: spec.is_decimal_allowed ? "any" : null, autofocus: spec.focus_on_load,
    });
    node.addEventListener("input", () => use.keep(node.value));
    node.addEventListener("change", () => {
      const triggers = spec.dispatch_action_config?.trigger_actions_on ?? [];
      if (triggers.includes("on_enter_pressed") || triggers.includes("on_character_entered")) use.press(node.value);
    });
    return node;
  };
}

function picker(type) {
  return (spec, use) => {
    const node = h("input", { ...named(spec, use), class: "field picker", type, value: use.value ?? "" });
    node.addEventListener("change", () => {
      const value = type === "datetime-local" ? Math.floor(new Date(node.value).getTime() / 1000) : node.value || null;
      use.keep(value);
      use.press(value);
    });
    return node;
  };
}

function staticSelect(spec, use) {
  const option = (each) => h("option", { value: each.value }, plain(each.text.text));
  const groups = spec.option_groups?.map((group) => h("optgroup", { label: group.label.text }, group.options.map(option)));
  const node = h("select", { ...named(spec, use), class: "field select" },
    h("option", { value: "" }, spec.placeholder?.text ?? "Choose…"), groups ?? spec.options.map(option));
  node.value = use.value ?? "";
  node.addEventListener("change", () => {
    use.keep(node.value || null);
    if (node.value) use.press(node.value);
  });
  return node;
}

const allOptions = (spec) => spec.options ?? spec.option_groups.flatMap((group) => group.options);

function multiSelect(spec, use) {
  const known = allOptions(spec);
  const search = async (query) => known.filter((each) => each.text.text.toLowerCase().includes(query.toLowerCase()));
  return combobox({ spec, use, search, known, many: true });
}

function external(many) {
  return (spec, use) => {
    const known = spec.initial_options ?? (spec.initial_option ? [spec.initial_option] : []);
    const search = async (query) => (await use.search(query)).options ?? [];
    return combobox({ spec, use, search, known, many });
  };
}

function peopleSelect(many) {
  return (spec, use) => {
    const known = Object.values(store.people).map((each) => ({ value: each.id, text: { type: "plain_text", text: each.real_name } }));
    const search = async (query) => known.filter((each) => each.text.text.toLowerCase().includes(query.toLowerCase()));
    return combobox({ spec, use, search, known, many });
  };
}

function channelSelect(spec, use) {
  const options = [...store.channels.values()].filter((each) => each.name)
    .map((each) => ({ value: each.id, text: { type: "plain_text", text: `#${each.name}` } }));
  return staticSelect({ ...spec, options }, use);
}

function ticks(type) {
  return (spec, use) => {
    const many = type === "checkbox";
    const held = new Set(many ? use.value ?? [] : [use.value]);
    const pick = (each) => {
      const input = h("input", { type, name: use.key, value: each.value, checked: held.has(each.value), "data-key": `${use.key}:${each.value}` });
      input.addEventListener("change", () => {
        if (!many) held.clear();
        if (input.checked) held.add(each.value);
        else held.delete(each.value);
        const value = many ? [...held] : each.value;
        use.keep(value);
        use.press(value);
      });
      return h("label", { class: "tick" }, input, h("span", {}, textNodes(each.text),
        each.description ? h("small", {}, textNodes(each.description)) : null));
    };
    return h("div", { class: "ticks", role: many ? "group" : "radiogroup", "aria-labelledby": use.labelId }, spec.options.map(pick));
  };
}

function overflow(spec, use) {
  const node = h("button", { type: "button", class: "button overflow", "aria-label": "More actions", "aria-haspopup": "menu", "data-key": use.key }, "⋯");
  node.addEventListener("click", () => openMenu(node, spec.options.map((each) => ({
    label: plain(each.text.text),
    run: () => {
      if (each.url && /^https?:/.test(each.url)) window.open(each.url, "_blank", "noopener");
      use.press(each.value);
    },
  }))));
  return node;
}

function feedback(spec, use) {
  const side = (name, face) => {
    const pressed = use.value === spec[name].value;
    const node = h("button", {
      type: "button", class: "button feedback", "aria-pressed": String(pressed), title: spec[name].text.text,
      "aria-label": spec[name].accessibility_label ?? spec[name].text.text, "data-key": `${use.key}:${name}`,
    }, label(face));
    node.addEventListener("click", () => {
      use.keep(spec[name].value);
      for (const each of node.parentElement.children) each.setAttribute("aria-pressed", String(each === node));
      use.press(spec[name].value);
    });
    return node;
  };
  return h("span", { class: "feedback-pair", role: "group", "aria-label": "Feedback" }, side("positive_button", "👍"), side("negative_button", "👎"));
}

function iconAction(spec, use) {
  return button({ ...spec, text: { type: "plain_text", text: spec.icon === "trash" ? "🗑" : spec.text.text }, accessibility_label: spec.accessibility_label ?? spec.text.text }, use);
}

const BUILDERS = {
  button, overflow,
  icon_button: iconAction,
  feedback_buttons: feedback,
  static_select: staticSelect,
  multi_static_select: multiSelect,
  external_select: external(false),
  multi_external_select: external(true),
  users_select: peopleSelect(false),
  multi_users_select: peopleSelect(true),
  conversations_select: channelSelect,
  channels_select: channelSelect,
  datepicker: picker("date"),
  timepicker: picker("time"),
  datetimepicker: picker("datetime-local"),
  checkboxes: ticks("checkbox"),
  radio_buttons: ticks("radio"),
  plain_text_input: typed("text"),
  email_text_input: typed("email"),
  url_text_input: typed("url"),
  number_input: typed("number"),
};
