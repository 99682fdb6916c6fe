// Block Kit blocks to DOM nodes.

import { h } from "./dom.js";
import { element } from "./elements.js";
import { markdown } from "./markdown.js";
import { label, textNodes } from "./mrkdwn.js";
import { richText } from "./rich_text.js";
import { fileUrl } from "./server.js";

export function blocks(list, where, errors = {}) {
  return list.map((block) => {
    const build = BUILDERS[block.type];
    const node = build ? build(block, where, errors) : h("p", { class: "unsupported" }, `[${block.type}]`);
    node.classList.add("block");
    return node;
  });
}

function section(block, where) {
  const body = h("div", { class: "section-body" },
    block.text ? h("div", { class: "text" }, textNodes(block.text)) : null,
    block.fields ? h("div", { class: "fields" }, block.fields.map((each) => h("div", { class: "text" }, textNodes(each)))) : null);
  const extra = block.accessory && (block.accessory.type === "image"
    ? picture(block.accessory, "thumb") : element(block.accessory, block, where));
  return h("div", { class: `section${extra ? " with-accessory" : ""}` }, body, extra ? h("div", { class: "accessory" }, extra) : null);
}

function context(block) {
  return h("div", { class: "context" }, block.elements.map((each) => (each.type === "image"
    ? picture(each, "context-image") : h("span", {}, textNodes(each)))));
}

function actions(block, where) {
  return h("div", { class: "actions", role: "group" }, block.elements.map((each) => element(each, block, where)));
}

function input(block, where, errors) {
  const labelId = `label-${where.view_id ?? where.ts}-${block.block_id}`.replaceAll(".", "-");
  const problem = errors[block.block_id];
  const control = element(block.element, block, where, { inForm: true, labelId });
  const field = control.matches("input, textarea, select") ? control : control.querySelector("input");
  if (problem && field) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${labelId}-error`);
  }
  return h("div", { class: `input${problem ? " wrong" : ""}` },
    h("div", { class: "label", id: labelId }, label(block.label.text), block.optional ? h("span", { class: "optional" }, " (optional)") : null),
    control,
    problem ? h("div", { class: "error", id: `${labelId}-error`, role: "alert" }, problem) : null,
    block.hint ? h("div", { class: "hint" }, label(block.hint.text)) : null);
}

function pictureUrl(spec) {
  const own = spec.slack_file?.id ?? spec.slack_file?.url?.match(/\/files\/([^/]+)/)?.[1]
    ?? (spec.image_url?.startsWith(location.origin) ? spec.image_url.match(/\/files\/([^/]+)/)?.[1] : null);
  if (own) return fileUrl(own);
  return spec.image_url?.startsWith("data:image/") ? spec.image_url : null;
}

function picture(spec, kind) {
  const url = pictureUrl(spec);
  if (url) return h("img", { class: kind, src: url, alt: spec.alt_text, loading: "lazy" });
  return h("span", { class: "no-picture" }, spec.alt_text);
}

function image(block) {
  const url = pictureUrl(block);
  const shown = picture(block, "picture");
  return h("figure", { class: "image" }, block.title ? h("figcaption", {}, label(block.title.text)) : null,
    url ? h("a", { href: url, target: "_blank", rel: "noopener" }, shown) : shown);
}

const isNumber = (cell) => cell.type === "raw_number" || (cell.type === "raw_text" && /^[-+]?[\d.,\s]*\d\s?%?$/.test(cell.text));

function table(block) {
  const [head, ...rows] = block.rows;
  const columns = head.map((_, index) => {
    const setting = block.column_settings?.[index] ?? {};
    const align = setting.align ?? (rows.length && rows.every((row) => row[index] && isNumber(row[index])) ? "right" : "left");
    return `${align}${setting.is_wrapped ? " wrapped" : ""}`;
  });
  const cell = (tag) => (content, index) => h(tag, { class: columns[index], scope: tag === "th" ? "col" : null },
    content.type === "rich_text" ? richText(content) : label(content.text));
  return h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", {},
    h("thead", {}, h("tr", {}, head.map(cell("th")))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell("td")))))));
}

const MARKS = { pending: "○", in_progress: "◐", complete: "✓", error: "!" };

export function task(spec) {
  return h("div", { class: `task ${spec.status}` }, h("span", { class: "task-mark", "aria-label": spec.status }, MARKS[spec.status] ?? "○"),
    h("div", {}, h("div", {}, spec.title), typeof spec.details === "string" ? h("small", {}, spec.details) : spec.details ? richText(spec.details) : null,
      typeof spec.output === "string" ? h("small", {}, spec.output) : spec.output ? richText(spec.output) : null));
}

const BUILDERS = {
  section, context, actions, input, image, table,
  context_actions: actions,
  divider: () => h("hr"),
  header: (block) => h("h3", { class: "header" }, label(block.text.text)),
  markdown: (block) => h("div", { class: "markdown" }, markdown(block.text)),
  rich_text: richText,
  task_card: (block) => h("div", { class: "tasks" }, task(block)),
  plan: (block) => h("div", { class: "tasks" }, h("strong", {}, block.title), (block.tasks ?? []).map(task)),
  alert: (block) => h("div", { class: `alert ${block.level ?? "default"}`, role: "note" }, textNodes(block.text)),
};
