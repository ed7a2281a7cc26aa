import { existsSync } from 'node:fs';
import path from 'node:path';
import { readApplication } from '../server/node/readApplication.ts';

const root = path.resolve(import.meta.dirname, '..');
/** The field kinds of an extension. */
export const kindsFile = 'engine/fields.ts';

/** Modules that extensions may import. */
const entrances = {
  '#engine': 'engine/index.ts',
  '#renderer': 'renderer/index.ts',
  '#server/app': 'server/app.ts',
  '#server/extension': 'server/extension.ts',
  '#server/node': 'server/nodeExtension.ts',
};

/**
 * Provides `virtual:extensions/engine`, `virtual:extensions/server` and `virtual:extensions/renderer` with the
 * extensions named in `application.json`, builds their workers, and resolves imports of an application outside the repository.
 * @param {{ workers?: boolean, application?: string }} [options] `workers`: this builds the server
 */
export function extensionsPlugin({ workers = false, application = process.env.APP || '.' } = {}) {
  let used;
  const find = async () => {
    used ??= await readApplication(root, application);
    const errors = used.findings.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return used;
    throw new Error(errors.map(({ file, path: at, message }) => `${file}#${at}: ${message}`).join('\n'));
  };
  return {
    name: 'formwright-extensions',
    enforce: 'pre',
    config: async () => workers && { build: { rolldownOptions: { input: inputsOf(await find()) } } },
    async resolveId(id, importer) {
      if (id.startsWith('virtual:extensions/')) return `\0${id}`;
      const [, name, side] = /^#extensions\/([\w-]+)\/(\w+)$/.exec(id) ?? [];
      const found = name && (await find()).extensions.find((one) => one.id === name);
      if (found) return entryOf(found.folder, side);
      if (entrances[id]) return path.join(root, entrances[id]);
      return isOutside(importer) && isPackage(id) ? packageOf(this, id, workers) : undefined;
    },
    async load(id) {
      const [, side] = /^\0virtual:extensions\/(engine|server|renderer)$/.exec(id) ?? [];
      return side && moduleOf(await find(), side);
    },
  };
}

const isOutside = (file) =>
  file !== undefined && path.isAbsolute(file) && path.relative(root, file).startsWith('..');
const isPackage = (id) => /^(@[\w.-]+\/)?[\w-][\w./-]*$/.test(id);

/** An application outside the repository uses the packages of the repository. */
async function packageOf(context, id, isServer) {
  if (isServer) return { id, external: true };
  return context.resolve(id, path.join(root, 'renderer/index.ts'), { skipSelf: true });
}

function moduleOf({ extensions }, side) {
  const listed = (name, file) => {
    const found = extensions.map(({ folder }) => file(folder)).filter(Boolean);
    const imports = found.map((one, index) => `import ${name}${index} from ${JSON.stringify(one)};`);
    return [...imports, `export const ${name} = [${found.map((_, index) => `${name}${index}`)}];`].join('\n');
  };
  if (side === 'engine') return listed('extensions', (folder) => present(path.join(folder, kindsFile)));
  if (side === 'renderer') return listed('extensions', (folder) => entryOf(folder, 'renderer'));
  const ofNode = (folder) => present(path.join(folder, 'server/node.ts'));
  return [listed('extensions', (folder) => entryOf(folder, 'server')), listed('nodeExtensions', ofNode)].join(
    '\n',
  );
}

const present = (file) => (existsSync(file) ? file : undefined);
const entryOf = (folder, side) =>
  present(path.join(folder, side, 'index.ts')) ?? present(path.join(folder, side, 'index.tsx'));

/** An entry per worker, prefixed with its extension, as names may repeat. */
function inputsOf({ extensions }) {
  return Object.fromEntries(
    extensions.flatMap(({ id, folder, workers }) =>
      Object.entries(workers).map(([name, file]) => [`${id}-${name}`, path.join(folder, file)]),
    ),
  );
}
