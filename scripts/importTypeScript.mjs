import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from './fingerprint.mjs';
import { root } from './install.mjs';

const cache = path.join(root, 'node_modules', '.cache', 'formwright');
const sources = [
  'engine',
  'extensions',
  'server',
  'types',
  'tests/support',
  'package.json',
  'package-lock.json',
];
const day = 24 * 60 * 60 * 1000;

/**
 * Imports a TypeScript module of this repository into plain Node, including imports such as `#engine`. The
 * bundle is cached until a source changes, so that commands start fast.
 *
 * Safe for parallel processes: each imports a private copy of the cached bundle. The cache entry appears
 * atomically, by a rename, and may vanish at any time; a process that finds none bundles again.
 * @param {string} file from the root of the repository
 * @param {string} [kept] cache folder; below node_modules, so that imports find their packages
 */
export async function importTypeScript(file, kept = cache) {
  const module = await importBundle(file, { kept });
  // Each bundle has its own registry of field kinds.
  if (module.addKinds) module.addKinds(await engineSides());
  return module;
}

/** The engine sides of the extensions of the application (`APP`). */
async function engineSides() {
  const { readApplication } = await importBundle('server/node/readApplication.ts');
  const { extensions } = await readApplication(root, process.env.APP || '.');
  const folders = Object.fromEntries(extensions.map(({ id, folder }) => [id, folder]));
  const sides = extensions.map(({ folder }) => path.join(folder, 'engine/fields.ts')).filter(existsSync);
  const more = { folders, inputs: sides.map((file) => path.dirname(file)) };
  return Promise.all(sides.map(async (file) => (await importBundle(file, more)).default));
}

/** `folders`: of extensions by name; `inputs`: of the bundle, beside the sources of the repository. */
async function importBundle(file, { kept = cache, folders = {}, inputs = [] } = {}) {
  const name = file.replaceAll(/\W/g, '-');
  const own = path.join(kept, `${name}.own-${randomUUID()}.mjs`);
  mkdirSync(kept, { recursive: true });
  try {
    await provide(file, { name, kept, own, folders, inputs });
    return await import(pathToFileURL(own).href);
  } finally {
    rmSync(own, { force: true });
  }
}

async function provide(file, { name, kept, own, folders, inputs }) {
  const place = path.join(kept, `${name}.${fingerprint([...sources, ...inputs]).slice(0, 16)}.mjs`);
  if (copied(place, own)) return;
  const code = await bundle(file, folders);
  writeFileSync(own, code);
  const draft = `${own}.draft`;
  writeFileSync(draft, code);
  renameSync(draft, place);
  removeOld({ name, kept, place });
}

function copied(from, to) {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

async function bundle(file, folders) {
  const { build } = await import('vite');
  const { output } = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [entrances(folders)],
    build: { ssr: path.resolve(root, file), write: false, target: 'node20', minify: false },
  });
  if (output.length !== 1) throw new Error(`${file} does not fit into one module.`);
  return output[0].code;
}

/** Resolves what the engine side of an extension imports, also outside the repository. */
const entrances = (folders) => ({
  name: 'formwright-entrances',
  enforce: 'pre',
  resolveId(id) {
    if (id === '#engine') return path.join(root, 'engine/index.ts');
    const [, name] = /^#extensions\/([\w-]+)\/engine$/.exec(id) ?? [];
    return name && folders[name] && path.join(folders[name], 'engine/index.ts');
  },
});

/** Removes bundles of older sources and leftovers of killed processes, but never a copy in use. */
function removeOld({ name, kept, place }) {
  for (const found of readdirSync(kept)) {
    const old = path.join(kept, found);
    if (!found.startsWith(`${name}.`) || old === place) continue;
    const since = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!found.includes('.own-') || Date.now() - since > day) rmSync(old, { force: true });
  }
}
