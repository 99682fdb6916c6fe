// The emoji names that apps use most; an unknown name is shown as it was written.

const NAMES = {
  white_check_mark: "✅", heavy_check_mark: "✔️", ballot_box_with_check: "☑️", x: "❌", no_entry: "⛔",
  no_entry_sign: "🚫", warning: "⚠️", question: "❓", grey_question: "❔", exclamation: "❗", information_source: "ℹ️",
  bulb: "💡", eyes: "👀", mag: "🔍", mag_right: "🔎", lock: "🔒", unlock: "🔓", key: "🔑", shield: "🛡️",
  hourglass: "⌛", hourglass_flowing_sand: "⏳", stopwatch: "⏱️", clock1: "🕐", calendar: "📅", date: "📅",
  bar_chart: "📊", chart_with_upwards_trend: "📈", chart_with_downwards_trend: "📉", clipboard: "📋",
  page_facing_up: "📄", memo: "📝", pencil: "📝", pencil2: "✏️", floppy_disk: "💾", file_folder: "📁", card_index: "📇",
  inbox_tray: "📥", outbox_tray: "📤", package: "📦", link: "🔗", pushpin: "📌", bookmark: "🔖", label: "🏷️",
  thumbsup: "👍", "+1": "👍", thumbsdown: "👎", "-1": "👎", wave: "👋", raised_hands: "🙌", pray: "🙏", clap: "👏",
  tada: "🎉", rocket: "🚀", star: "⭐", sparkles: "✨", fire: "🔥", heart: "❤️", robot_face: "🤖", gear: "⚙️",
  wrench: "🔧", hammer_and_wrench: "🛠️", construction: "🚧", rotating_light: "🚨", octagonal_sign: "🛑", stop_sign: "🛑",
  arrow_right: "➡️", arrow_left: "⬅️", arrow_up: "⬆️", arrow_down: "⬇️", arrows_counterclockwise: "🔄", repeat: "🔁",
  large_green_circle: "🟢", large_yellow_circle: "🟡", red_circle: "🔴", large_blue_circle: "🔵", white_circle: "⚪",
  speech_balloon: "💬", bell: "🔔", busts_in_silhouette: "👥", bust_in_silhouette: "👤", globe_with_meridians: "🌐",
  earth_africa: "🌍", world_map: "🗺️", thinking_face: "🤔", slightly_smiling_face: "🙂", smile: "😄", lower_left_fountain_pen: "🖋️",
};

// Drawn here, because a machine without an emoji font would show empty boxes: tint and path.
const DRAWN = {
  "✅": ["good", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.2 2.8 2.8L16.2 9.4"], "✔️": ["good", "m5 12.5 4.5 4.5L19 7.5"],
  "☑️": ["good", "M5 5h14v14H5V5Zm3.5 7 2.5 2.5 4.5-5"], "❌": ["bad", "m6 6 12 12M18 6 6 18"],
  "⛔": ["bad", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8"], "🚫": ["bad", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM6 6l12 12"],
  "🛑": ["bad", "M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7L8.5 3Zm-.5 9h8"], "⚠️": ["warn", "M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.5v.1"],
  "🚨": ["bad", "M7 18v-5a5 5 0 0 1 10 0v5M4 20h16M12 2v2M4.5 5.5 6 7M19.5 5.5 18 7"], "❓": ["warn", "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18v.1"],
  "❔": ["soft", "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18v.1"], "❗": ["bad", "M12 4v10m0 4.5v.1"],
  "ℹ️": ["info", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5M12 7.7v.1"], "💡": ["warn", "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.9 1 1 1.6h5c.1-.6.5-1.2 1-1.6A6 6 0 0 0 12 3Z"],
  "👀": ["info", "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"],
  "🔍": ["info", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20.5 20.5"], "🔎": ["info", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20.5 20.5"],
  "🔒": ["soft", "M7.5 11V8a4.5 4.5 0 0 1 9 0v3M6 11h12v9H6v-9Z"], "🔓": ["soft", "M7.5 11V8a4.5 4.5 0 0 1 8.8-1.3M6 11h12v9H6v-9Z"],
  "🔑": ["warn", "M8 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3-1 8-8m-3 3 3 3"], "🛡️": ["good", "M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6l-7-3Z"],
  "⌛": ["warn", "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9"], "⏳": ["warn", "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9"],
  "⏱️": ["soft", "M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm0 3.5v4h3M10 3h4"], "🕐": ["soft", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5h3"],
  "📅": ["info", "M4 6h16v14H4V6Zm0 5h16M8 3.5V7m8-3.5V7"], "📊": ["info", "M4 20h16M7 17v-5m5 5V6m5 11v-8"], "📈": ["good", "M4 4v16h16M7 15l4-4 3 3 5-6m0 0h-4m4 0v4"],
  "📉": ["bad", "M4 4v16h16M7 8l4 4 3-3 5 6m0 0h-4m4 0v-4"], "📋": ["soft", "M6 5h12v16H6V5Zm3-2h6v4H9V3Zm0 9h6m-6 4h6"],
  "📄": ["soft", "M14 3H6v18h12V7l-4-4Zm0 0v4h4M9 12h6m-6 4h6"], "📝": ["info", "M14 4H5v16h14v-9M9.5 14.5l.5-3L18.5 3 21 5.5 12.5 14l-3 .5Z"], "✏️": ["info", "m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20Z"],
  "💾": ["info", "M4 4h13l3 3v13H4V4Zm4 0v5h7V4M8 20v-6h8v6"], "📁": ["warn", "M3 6h6l2 2h10v11H3V6Z"], "📥": ["info", "M12 4v10m0 0 4-4m-4 4-4-4M4 15v5h16v-5"],
  "🔗": ["info", "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"], "📌": ["bad", "M9 4h6l-1 6 3 3H7l3-3-1-6Zm3 9v7"],
  "👍": ["info", "M7 11v9H4v-9h3Zm0 0 4-8c2 0 2.5 1.5 2 3.5L12.5 10H19l-1.5 10H7"], "👎": ["soft", "M7 13V4H4v9h3Zm0 0 4 8c2 0 2.5-1.5 2-3.5L12.5 14H19L17.5 4H7"],
  "🎉": ["warn", "m4 20 4-11 7 7-11 4ZM14 3v3m6 4h-3m2-5-3 3"], "🚀": ["info", "M12 15 9 12c1-5 5-9 11-9 0 6-4 10-9 11Zm-3-3H5l3-4m4 7v4l4-3M5 19l2-2"],
  "⭐": ["warn", "m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17l-5.3 3 1.1-6-4.4-4.2 6-.8L12 3.5Z"], "✨": ["warn", "M11 4c.8 4.5 2.5 6.2 7 7-4.5.8-6.2 2.5-7 7-.8-4.5-2.5-6.2-7-7 4.5-.8 6.2-2.5 7-7Zm8 11v4m-2-2h4"],
  "🤖": ["soft", "M5 8h14v11H5V8Zm7-4v4m-3 5v1m6-1v1"], "⚙️": ["soft", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0-6v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.800-2.2 2.2m-8.4 8.4-2.2 2.2"],
  "🔄": ["info", "M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5"], "🔁": ["info", "M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5"],
  "➡️": ["info", "M4 12h16m-6-6 6 6-6 6"], "⬅️": ["info", "M20 12H4m6-6-6 6 6 6"], "💬": ["info", "M4 5h16v11H11l-5 4v-4H4V5Z"], "🔔": ["warn", "M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15L6 17Zm4 4h4"],
  "👥": ["soft", "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm-6 14c0-4 2.5-6 6-6s6 2 6 6M16 5.5a3 3 0 0 1 0 5.5m1 2.5c2.5.5 4 2.5 4 5.5"], "👤": ["soft", "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c0-4 3-6 7.5-6s7.5 2 7.5 6"],
  "🌐": ["info", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z"], "🌍": ["info", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z"],
  "👋": ["warn", "M7 12 5 9c-.7-1.5 1-2.5 2-1l3 4-4-6.5c-.8-1.5 1-2.5 2-1l4 6-2.5-5c-.7-1.5 1.2-2.3 2-1l4 7.5c2 4-.5 7-3.5 8-3 1-5.5-.5-7-3L4 14"], "🏷️": ["info", "M4 4h8l8 8-8 8-8-8V4Zm4 4v.1"],
  "🟢": ["dot good", ""], "🟡": ["dot warn", ""], "🔴": ["dot bad", ""], "🔵": ["dot info", ""], "⚪": ["dot soft", ""],
};
const LITERAL = new RegExp(Object.keys(DRAWN).sort((a, b) => b.length - a.length).map((each) => each.replace("\uFE0F", "\uFE0F?")).join("|"), "gu");

// Text with its emoji drawn: an array of strings and elements.
export function withEmoji(text) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(LITERAL)) {
    nodes.push(text.slice(last, match.index), drawn(match[0]));
    last = match.index + match[0].length;
  }
  return [...nodes, text.slice(last)].filter((each) => each !== "");
}

function drawn(character) {
  const [tint, path] = DRAWN[character] ?? DRAWN[`${character}\uFE0F`];
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `emoji ${tint}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", Object.keys(NAMES).find((name) => NAMES[name] === character)?.replaceAll("_", " ") ?? "emoji");
  const shape = document.createElementNS(space, path ? "path" : "circle");
  if (path) shape.setAttribute("d", path);
  else { shape.setAttribute("cx", "12"); shape.setAttribute("cy", "12"); shape.setAttribute("r", "8"); }
  svg.append(shape);
  return svg;
}

export const emoji = (name) => NAMES[name.split("::")[0]] ?? `:${name}:`;
export const REACTIONS = ["eyes", "white_check_mark", "thumbsup", "tada", "x"];
