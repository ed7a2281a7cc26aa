// `npm run overlay -- check [folder]`: lists the findings in overlay files.
// `npm run overlay -- export [folder]`: writes the release in force in the database (DATABASE_URL) as files.
// `npm run overlay -- types [folder]`: writes record types with those files applied, beside them.
// `npm run overlay -- import [folder] [--yes]`: imports the files as the next release; the server uses it
// from its next start. Effects on stored records are listed first: forbidden ones are refused, and
// conversions require --yes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importTypeScript } from './importTypeScript.mjs';
import { readDeclarations } from './readDeclarations.mjs';
import { recordTypes } from './types.mjs';

const releaseEntity = 'configuration-release';
const [command, ...given] = process.argv.slice(2);
const [folder = '.'] = given.filter((word) => !word.startsWith('--'));
const commands = { check, export: exportFiles, import: importFiles, types: writeTypes };
if (!Object.hasOwn(commands, command ?? '')) {
  console.error('Say what to do: npm run overlay -- check|export|import|types [folder with overlay/].');
  process.exit(1);
}
const {
  applySound,
  checkOverlay,
  compileModel,
  formatMessage,
  parseExpression,
  readFiles,
  versionOf,
  writeFiles,
} = await importTypeScript('engine/index.ts');
const { set: shipped } = await readDeclarations();
/** Aborts with a message before anything was changed. */
class Stop extends Error {}
await commands[command]().catch((error) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function check() {
  const { changes } = soundOverlay();
  console.log(`${changes.length} changes, 0 errors`);
}

async function exportFiles() {
  const changes = await withStore(async (store) => (await newest(store))?.Changes ?? []);
  // Also remove files of changes that no longer exist.
  rmSync(path.join(folder, 'overlay'), { recursive: true, force: true });
  for (const file of writeFiles(changes)) {
    const place = path.join(folder, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  console.log(`${changes.length} changes written to ${path.join(folder, 'overlay')}`);
}

async function writeTypes() {
  const { set } = soundOverlay();
  const place = path.join(folder, 'overlay', 'records.generated.ts');
  writeFileSync(place, await recordTypes(set.files));
  console.log(`Types of the records written to ${place}`);
}

async function importFiles() {
  const { changes, model } = soundOverlay();
  const number = await withStore(async (store, bare) => {
    const before = await newest(store);
    await sayEffects(store, before ? modelWith(before.Changes) : bare, model);
    const next = (before?.Number ?? 0) + 1;
    await store.insert(releaseEntity, releaseOf(next, changes, versionOf(shipped)));
    return next;
  });
  console.log(`${changes.length} changes are release ${number}. Start the server again to put it in force.`);
}

/**
 * Lists the effects as computed by the server before a publication. Aborts if the records forbid them, or
 * without --yes for a conversion.
 */
async function sayEffects(store, before, next) {
  const { effectsOf } = await importTypeScript('server/configure/effects.ts');
  const { WorkBudget } = await importTypeScript('server/work/WorkBudget.ts');
  // Migrates as at a server start, which drops nothing.
  await store.migrate(before);
  // Database access implies all features.
  const step = {
    live: before,
    next,
    features: new Set([...before.features.keys(), ...next.features.keys()]),
  };
  const now = new Date();
  // Rules judge by the day of this machine.
  const today = new Intl.DateTimeFormat('en-CA').format(now);
  const effects = await effectsOf(store, step, await store.keptFields(next), {
    moment: { now: now.toISOString(), today },
    budget: new WorkBudget(),
  });
  for (const { verdict, code, count, params } of effects)
    console.log(`${verdict}  ${textOf(next, code, { ...params, count })}`);
  const has = (verdict) => effects.some((effect) => effect.verdict === verdict);
  if (has('Refused')) throw new Stop('Stored records do not allow this. Nothing was imported.');
  if (has('Migratable') && !given.includes('--yes'))
    throw new Stop('Stored records would be changed. Nothing was imported; say --yes to go on.');
}

function modelWith(changes) {
  return compileModel(applySound(shipped, changes).set, { parse: parseExpression, review: false }).model;
}

/** Reads and checks the overlay files; aborts on an error. */
function soundOverlay() {
  const read = readFiles(filesIn(path.join(folder, 'overlay')));
  const checked = checkOverlay(shipped, read.changes, { parse: parseExpression });
  const findings = [...read.findings, ...checked.findings];
  for (const finding of findings) console.log(sentence(finding, checked.compilation.model));
  const errors = findings.filter(({ level }) => level === 'error').length;
  const { applied, compilation } = checked;
  if (errors === 0) return { changes: read.changes, set: applied.set, model: compilation.model };
  console.error(`${read.changes.length} changes, ${errors} errors`);
  process.exit(1);
}

function sentence({ change, at, level, code, params }, model) {
  const place = change ? `overlay/${change.kind}/${change.name}.json${at && `#${at}`}` : at;
  return `${level}  ${place}\n       ${textOf(model, code, params)}`;
}

function textOf(model, code, params) {
  const texts = Object.entries(params).map(([name, value]) => [name, value?.['en-CA'] ?? value]);
  return formatMessage(model, 'en-CA', `overlay.${code}`, Object.fromEntries(texts));
}

function filesIn(place) {
  if (!existsSync(place))
    throw new Stop(`There is no folder ${place}. Name the folder that holds overlay/, or export one first.`);
  const entries = readdirSync(place, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(folder, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/** Opens only the table of releases; migrating the others is left to the server. */
async function withStore(work) {
  const { model } = compileModel(shipped, { parse: parseExpression, review: false });
  const entity = model.entities.get(releaseEntity);
  if (!entity) {
    console.error(`There is no entity ${releaseEntity}: these declarations keep no releases.`);
    process.exit(1);
  }
  const { openStore } = await importTypeScript('server/node/openStore.ts');
  const store = await openStore(process.env.DATABASE_URL ?? 'file:data/formwright.db');
  try {
    await store.migratePart({ ...model, entities: new Map([[entity.id, entity]]) });
    return await work(store, model);
  } finally {
    await store.close();
  }
}

async function newest(store) {
  const sort = [{ path: 'Number', direction: 'desc' }];
  const { items } = await store.find({ entity: releaseEntity, sort, page: { number: 1, size: 1 } });
  return items[0];
}

function releaseOf(number, changes, version) {
  const moment = new Date().toISOString();
  const by = 'npm run overlay';
  return {
    Id: crypto.randomUUID(),
    Revision: 1,
    CreatedDate: moment,
    CreatedBy: by,
    ModifiedDate: moment,
    ModifiedBy: by,
    Release: number,
    Number: number,
    PublishedDate: moment,
    PublishedBy: by,
    Note: null,
    RestoredFrom: null,
    ChangeCount: changes.length,
    Changes: changes,
    Shipped: version,
  };
}
