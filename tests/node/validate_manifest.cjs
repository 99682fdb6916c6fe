// Prints what Microsoft's validator says against the manifest.json that is named, as a JSON list.
const fs = require("node:fs");
const path = require("node:path");
const { ManifestUtil } = require("@microsoft/app-manifest");

const manifest = JSON.parse(fs.readFileSync(process.argv[2], "utf-8"));
const home = path.dirname(require.resolve("@microsoft/app-manifest"));
const file = `json-schemas/teams/v${manifest.manifestVersion}/MicrosoftTeams.schema.json`;
// One expression of the schemas is not JavaScript's; the validator mends what it downloads this way.
const schema = fs.readFileSync(path.join(home, file), "utf-8").replace(/\\a/g, "\\x07");
ManifestUtil.validateManifestAgainstSchema(manifest, JSON.parse(schema)).then(
  (problems) => console.log(JSON.stringify(problems)),
  (error) => { console.error(error); process.exit(1); },
);
