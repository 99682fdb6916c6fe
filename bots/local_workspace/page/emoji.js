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

export const emoji = (name) => NAMES[name.split("::")[0]] ?? `:${name}:`;
export const REACTIONS = ["eyes", "white_check_mark", "thumbsup", "tada", "x"];
