// Generates docs/language: each word of the declaration language with meaning, type and example. Examples
// come from the shipped declarations, so each of them compiles.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expressionPage } from './expressionDocs.mjs';
import { root } from './install.mjs';
import { longestExample, wordsOfLanguage } from './language.mjs';

/** @returns {Promise<readonly { file: string, text: string }[]>} */
export async function languageDocs() {
  const words = (await wordsOfLanguage()).filter(({ word }) => word !== '$schema' && word !== '$comment');
  const files = [...new Set(words.map(({ file }) => file))];
  const pages = files.map((file) => ({
    file: `docs/language/${nameOf(file)}.md`,
    text: page(
      nameOf(file),
      words.filter((word) => word.file === file),
    ),
  }));
  return [
    { file: 'docs/language/README.md', text: contents(files, words) },
    { file: 'docs/language/expressions.md', text: `${banner}${await expressionPage()}` },
    ...pages,
  ];
}

const places = {
  entity: 'schemas/<area>/<entity>/entity.json',
  behaviour: 'schemas/<area>/<entity>/behaviour.json',
  api: 'schemas/<area>/<entity>/api.json',
  cases: 'schemas/<area>/<entity>/cases.json',
  seed: 'schemas/<area>/<entity>/seed.json',
  lookup: 'schemas/lookups/<lookup>.json',
  part: 'schemas/parts/<part>.json',
  query: 'schemas/<area>/queries/<query>.json',
  features: 'schemas/access/features.json',
  roles: 'schemas/access/roles.json',
  messages: 'schemas/messages/<language>/<name>.json',
  defaults: 'base/schemas/defaults.json',
  screen: 'screens/<area>/<screen>.json',
  widget: 'widgets/{fields,columns,blocks}/<name>.json',
  widgets: '`options` of an item, a column or a block of a screen',
};

const nameOf = (file) => file.replace('.schema.json', '');

function contents(files, words) {
  const lines = files.map((file) => {
    const [name, count] = [nameOf(file), words.filter((word) => word.file === file).length];
    return `| [${name}](${name}.md) | ${code(places[name])} | ${count} |`;
  });
  return `${banner}# The declaration language

Every word there is, by the file it stands in. Written by \`npm run types\` from \`engine/declaration/*.schema.json\`; the examples are what the shipped declarations say. What they may compute, over which names and with which functions, is in [expressions](expressions.md); what belongs together in [Declaring](../mechanisms/declaring.md).

| page | file | words |
|---|---|---|
${lines.join('\n')}
`;
}

const banner = '<!-- Written by `npm run types`; change the JSON Schemas instead. -->\n\n';

function page(name, words) {
  const [groups, before] = [grouped(words), shownBefore(name)];
  const parts = [...groups].map(([group, members]) => {
    const entries = members.map((word) => entry(word, before.get(`${group} ${pathOf(word)}`)));
    return `## ${group === '' ? name : group}\n\n${entries.join('\n')}\n`;
  });
  const text = [...parts, ...choices(name)].join('\n');
  const { description = '' } = schemaOf(name);
  return `${banner}# ${name}\n\n${code(places[name] ?? name)}\n\n${description}${description && '\n\n'}${text}`;
}

/** A schema of the language; empty for the generated schema of widgets. */
function schemaOf(name) {
  const file = path.join(root, `engine/declaration/${name}.schema.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Definitions that are plain enumerations, such as the icons. */
function choices(name) {
  const { $defs = {} } = schemaOf(name);
  return Object.entries($defs).flatMap(([group, { description = '', enum: values }]) =>
    values ? [`## ${group}\n\n${description} ${values.map(code).join(', ')}\n`.replace('\n\n ', '\n\n')] : [],
  );
}

function grouped(words) {
  const groups = new Map();
  for (const word of words) groups.set(groupOf(word), [...(groups.get(groupOf(word)) ?? []), word]);
  return groups;
}

/** The $defs entry that contains a word; empty at the root. */
function groupOf({ place }) {
  return place.match(/^\/\$defs\/([^/]+)/)?.[1] ?? '';
}

/** Current examples of the page by group and word; kept while the declarations still contain them. */
function shownBefore(name) {
  const file = path.join(root, `docs/language/${name}.md`);
  const found = new Map();
  let group = '';
  let word = '';
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    const [, entry] = /^- \*\*`(.+?)`\*\*/.exec(line) ?? [];
    if (title !== undefined) group = title === name ? '' : title;
    else if (entry !== undefined) word = entry;
    else if (line.startsWith('  `')) found.set(`${group} ${word}`, line.trim());
  }
  return found;
}

function entry(word, before) {
  const { schema, description = '', example } = word;
  const type = typeOf(schema);
  const head = `- **${code(pathOf(word))}**${type ? ` (${type})` : ''}: ${description}${values(schema)}`;
  if (example === undefined) return head;
  const isSaid = [...word.said.values()].some((value) => code(exampleText(word, value)) === before);
  const text = isSaid ? before : code(exampleText(word, example.value));
  return text.length <= longestExample + 2 ? `${head}\n  ${text}` : head;
}

/** The meanings of enumerated values, if described. */
function values({ enum: names, enumDescriptions: meanings }) {
  if (!names || !meanings) return '';
  return names.map((name, at) => `\n  - ${code(String(name))}: ${meanings[at]}`).join('');
}

/** A widget is shown with the name by which it is used. */
function exampleText({ word }, value) {
  return JSON.stringify(value?.widget ? value : { [word]: value }).slice(1, -1);
}

/** The path within the group: edit.add.field; `…` stands for a chosen name, `[]` for a list item. */
function pathOf({ place }) {
  return place
    .replace(/^\/\$defs\/[^/]+/, '')
    .replace(/\/(anyOf|oneOf)\/\d+/g, '')
    .replaceAll('/items/', '[]/')
    .replaceAll('/additionalProperties', '/…')
    .replace(/\/properties\/items(?=\/|$)/g, '/items')
    .replaceAll('/properties/', '.')
    .replaceAll('/properties', '')
    .replaceAll('/', '.')
    .replaceAll('.[]', '[]')
    .replace(/\.{2,}/g, '.')
    .replace(/^\./, '');
}

function typeOf({ type, enum: values, const: value, $ref }) {
  if (value !== undefined) return code(JSON.stringify(value));
  if (values) return values.length > 12 ? 'a name' : values.map((one) => code(String(one))).join(', ');
  if (typeof type === 'string') return { array: 'list', string: 'text', integer: 'number' }[type] ?? type;
  return $ref ? $ref.split('/').at(-1) : '';
}

function code(text) {
  return text.startsWith('`') ? text : `\`${text}\``;
}
