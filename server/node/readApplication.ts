/** The extensions that an application uses, found by name: in its own folder first, then among those of Formwright. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Finding } from '#engine';

type ExtensionFolder = {
  readonly id: string;
  /** Where it lies. */
  readonly folder: string;
  readonly requires: readonly string[];
  /** Scripts of threads, by name, from its folder. */
  readonly workers: Readonly<Record<string, string>>;
};

type Application = {
  readonly folder: string;
  /** Each after those that it requires. */
  readonly extensions: readonly ExtensionFolder[];
  /** What findings call a file: its path from the root, or from the folder that holds an application outside it. */
  readonly nameOf: (file: string) => string;
  readonly findings: readonly Finding[];
};

const declared = { application: 'application.json', extension: 'extension.json' };

export async function readApplication(root: string, application = '.'): Promise<Application> {
  const folder = resolve(root, application);
  const nameOf = (file: string): string => {
    const inside = relative(root, file).replaceAll('\\', '/');
    return inside.startsWith('..') ? `${basename(folder)}/${slashed(relative(folder, file))}` : inside;
  };
  const findings: Finding[] = [];
  const read = (file: string) => readObject(file, nameOf(file), findings);
  const file = join(folder, declared.application);
  const json = (await read(file)) ?? {};
  refuseOthers(json, ['$schema', 'extensions'], { file: nameOf(file), findings });
  const used = new Map<string, ExtensionFolder | undefined>();
  const use = async (id: string, place: { readonly file: string; readonly path: string }): Promise<void> => {
    if (used.has(id)) return;
    used.set(id, undefined);
    const found = await findExtension([folder, root], id, read);
    if (!found) {
      const message = `There is no extension '${id}'. Known: ${(await idsIn([folder, root])).join(', ') || 'none'}. Mend the name, or add extensions/${id}/extension.json.`;
      findings.push({ severity: 'error', ...place, message });
      return;
    }
    const own = nameOf(join(found.folder, declared.extension));
    for (const [index, other] of found.requires.entries())
      await use(other, { file: own, path: `/requires/${index}` });
    // A map keeps the order in which its keys came first: those that are required stand before it.
    used.delete(id);
    used.set(id, found);
  };
  for (const [index, id] of names(json, 'extensions', { file: nameOf(file), findings }).entries())
    await use(id, { file: nameOf(file), path: `/extensions/${index}` });
  const extensions = [...used.values()].filter((one) => one !== undefined);
  return { folder, extensions, nameOf, findings };
}

/** Extensions that the application could name, those in use included. */
export async function idsIn(roots: readonly string[]): Promise<readonly string[]> {
  const entries = await Promise.all(
    [...new Set(roots)].map((root) =>
      readdir(join(root, 'extensions'), { withFileTypes: true }).catch(() => []),
    ),
  );
  return [...new Set(entries.flat().flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])))].sort();
}

type Read = (file: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

async function findExtension(
  roots: readonly string[],
  id: string,
  read: Read,
): Promise<ExtensionFolder | undefined> {
  for (const root of roots) {
    const folder = join(root, 'extensions', id);
    const json = await read(join(folder, declared.extension));
    if (!json) continue;
    const workers = Object.entries((json.workers ?? {}) as object).filter(([, file]) => isText(file));
    const requires = Array.isArray(json.requires) ? json.requires.filter(isText) : [];
    return { id, folder, requires, workers: Object.fromEntries(workers) };
  }
  return undefined;
}

/** Undefined where there is no such file; one that holds something else is a finding. */
async function readObject(
  file: string,
  name: string,
  findings: Finding[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as object as never;
    throw new Error('it is no object');
  } catch (error) {
    const message = `This is not a JSON object: ${(error as Error).message}. Mend it there.`;
    findings.push({ severity: 'error', file: name, path: '', message });
    return {};
  }
}

type At = { readonly file: string; readonly findings: Finding[] };

function refuseOthers(json: object, known: readonly string[], { file, findings }: At): void {
  for (const name of Object.keys(json))
    if (!known.includes(name))
      findings.push({
        severity: 'error',
        file,
        path: `/${name}`,
        message: `'${name}' is not known here. Use ${known.join(', ')}.`,
      });
}

function names(
  json: Readonly<Record<string, unknown>>,
  member: string,
  { file, findings }: At,
): readonly string[] {
  const list = json[member] ?? [];
  if (Array.isArray(list) && list.every((name) => isText(name) && /^[a-z][a-z0-9-]*$/.test(name)))
    return list;
  const message = `A list of names of extensions stands here, such as ["reports"].`;
  findings.push({ severity: 'error', file, path: `/${member}`, message });
  return [];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const slashed = (path: string): string => path.replaceAll('\\', '/');
