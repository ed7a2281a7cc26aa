// Reads the words of the declaration language from its schemas, and counts their use in the shipped
// declarations and the example.
// `npm run language`: totals, words used once or never, and words without a description.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';
import { readDeclarations } from './readDeclarations.mjs';

const folder = path.join(root, 'engine/declaration');

/** Options of widgets: a schema generated from their declarations, beside those of the language. */
const ofWidgets = 'widgets.schema.json';

/**
 * Every word of the language: its schema file, its JSON pointer there, its description, how often the shipped
 * declarations and those of the example use it, their shortest value, and all short values.
 * @returns {Promise<readonly { file: string, place: string, word: string, schema: object, description?: string, uses: number, files: Set<string>, said: Map<string, unknown>, example?: { file: string, value: unknown } }[]>}
 */
export async function wordsOfLanguage() {
  const { importTypeScript } = await import('./importTypeScript.mjs');
  const { kindOfFile, widgetsSchema } = await importTypeScript('engine/index.ts');
  // This repository only: another application (APP) would add its own examples to the pages.
  const [{ set }, { set: example }] = [
    await readDeclarations('.'),
    await readDeclarations('examples/lending'),
  ];
  const schemas = readSchemas().set(ofWidgets, widgetsSchema(set));
  const words = new Map();
  for (const [file, { $defs, ...schema }] of schemas) {
    collect(schema, { file, place: '', words, schemas });
    // Definitions shared by widgets are counted with the widgets.
    if (file !== 'widget.schema.json') collect({ $defs }, { file, place: '', words, schemas });
  }
  const note = (kind, json, source) => {
    const file = `${kind}.schema.json`;
    if (schemas.has(file))
      walk(json, { schema: schemas.get(file), file, place: '' }, { words, schemas, source });
    // A part counts as the entity, behaviour and api that it contributes to.
    if (kind === 'part')
      for (const of of ['entity', 'behaviour', 'api']) if (json[of]) note(of, json[of], source);
  };
  const own = new Set(set.files.map(({ file }) => file));
  const files = [...set.files, ...example.files.filter(({ file }) => !own.has(file))];
  for (const { file, json } of files) note(kindOfFile(file), json, file);
  return [...words.values()];
}

function readSchemas() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8'))]));
}

/** Collects the words of a schema; shared definitions count once. */
function collect(schema, { file, place, words, schemas }) {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [word, value] of Object.entries(schema)) {
    if (word === 'properties')
      for (const [name, member] of Object.entries(value)) {
        const at = `${place}/properties/${name}`;
        if (typeof member === 'object')
          words.set(`${file}#${at}`, {
            file,
            place: at,
            word: name,
            schema: member,
            description:
              member.description ?? resolve({ schema: member, file, place: at }, schemas).schema.description,
            uses: 0,
            files: new Set(),
            said: new Map(),
          });
        collect(member, { file, place: at, words, schemas });
      }
    else collect(value, { file, place: `${place}/${word}`, words, schemas });
  }
}

/** Follows $ref; members beside it are kept. */
function resolve(node, schemas) {
  const ref = node.schema?.$ref;
  if (typeof ref !== 'string') return node;
  const [name, pointer = ''] = ref.split('#');
  const file = name || node.file;
  const found = pointer
    .split('/')
    .slice(1)
    .reduce((schema, step) => schema?.[step], schemas.get(file));
  return resolve({ schema: found, file, place: pointer }, schemas);
}

/** Walks a declaration with its schema, and notes each word used. */
function walk(value, node, context) {
  const { schema, file, place } = resolve(node, context.schemas);
  if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return;
  for (const branch of branchesOf(value, { schema, file, place }, context)) walk(value, branch, context);
  if (Array.isArray(value))
    for (const item of value) walk(item, { schema: schema.items, file, place: `${place}/items` }, context);
  else walkMembers(value, { schema, file, place }, context);
}

/** Further schemas that apply: the matching branches of a union, and those of allOf. */
function branchesOf(value, { schema, file, place }, { schemas }) {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    (schema[word] ?? []).map((branch, index) => ({
      word,
      node: { schema: branch, file, place: `${place}/${word}/${index}` },
    })),
  );
  const isSaid = ({ word, node }) =>
    word === 'allOf' ? node.schema.$ref : isMeant(value, resolve(node, schemas).schema);
  return branches.filter(isSaid).map(({ node }) => node);
}

function walkMembers(value, { schema, file, place }, context) {
  if (file === 'screen.schema.json') walkWidget(value, context);
  for (const [name, member] of Object.entries(value)) {
    const isWord = schema.properties && Object.hasOwn(schema.properties, name);
    const at = `${place}/properties/${name}`;
    if (isWord) {
      note(context, `${file}#${at}`, member);
      walk(member, { schema: schema.properties[name], file, place: at }, context);
    } else if (typeof schema.additionalProperties === 'object')
      walk(
        member,
        { schema: schema.additionalProperties, file, place: `${place}/additionalProperties` },
        context,
      );
  }
}

/** Widget options have a schema of their own. */
function walkWidget(value, context) {
  const group = value.kind === 'widget' ? 'blocks' : value.field === undefined ? 'columns' : 'fields';
  const file = ofWidgets;
  const known = context.schemas.get(file).properties[group].properties;
  const name = value.widget ?? Object.keys(known).find((one) => fits(known[one], value.options));
  if (typeof name !== 'string' || !known[name]) return;
  const place = `/properties/${group}/properties/${name}`;
  note(
    context,
    `${file}#${place}`,
    value.options ? { widget: name, options: value.options } : { widget: name },
  );
  note(context, `${file}#/properties/${group}`, { widget: name });
  walk(value.options ?? {}, { schema: known[name], file, place }, context);
}

/** Options without a widget name belong to the default widget that has them all. */
function fits(widget, options) {
  return (
    options !== undefined &&
    widget.unnamed !== undefined &&
    Object.keys(options).every((name) => Object.hasOwn(widget.properties ?? {}, name))
  );
}

function note({ words, source }, key, value) {
  const word = words.get(key);
  if (!word) return;
  word.uses += 1;
  word.files.add(source);
  const text = JSON.stringify(value);
  if (text.length <= longestExample) word.said.set(text, value);
  if (!word.example || isBefore(text, JSON.stringify(word.example.value)))
    word.example = { file: source, value };
}

/** Longer examples explain nothing. Characters. */
export const longestExample = 160;

/** The shorter example wins; ties are broken alphabetically, to be deterministic. */
function isBefore(text, other) {
  return text.length === other.length ? text < other : text.length < other.length;
}

/** Whether a branch of a union matches the kind and the members of a value. */
function isMeant(value, schema) {
  if (schema.type === 'array') return Array.isArray(value);
  if (Array.isArray(value)) return false;
  const { kind } = schema.properties ?? {};
  if (kind?.const !== undefined) return kind.const === value.kind;
  return (
    schema.properties !== undefined &&
    Object.keys(value).every((name) => Object.hasOwn(schema.properties, name))
  );
}

async function report() {
  const words = (await wordsOfLanguage()).filter(({ word }) => !word.startsWith('$'));
  const list = (title, found) => {
    console.log(`\n${title}: ${found.length}`);
    for (const { file, place, uses } of found) console.log(`  ${file}#${place} ${uses}`);
  };
  list(
    'never used',
    words.filter(({ uses }) => uses === 0),
  );
  list(
    'used once',
    words.filter(({ uses }) => uses === 1),
  );
  list(
    'in one file only',
    words.filter(({ uses, files }) => uses > 1 && files.size === 1),
  );
  list(
    'not described',
    words.filter(({ description }) => !description),
  );
  const own = words.filter(({ file }) => file !== ofWidgets).length;
  console.log(`\n${own} words, and ${words.length - own} that widgets are told`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await report();
