/**
 * Finds the extensions of an application by name: in its own folder first, then among those of Formwright.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Finding } from '#engine';

type ExtensionFolder = {
  readonly id: string;
  /** The path of its folder. */
  readonly folder: string;
  readonly requires: readonly string[];
  /** Worker scripts by name, relative to its folder. */
  readonly workers: Readonly<Record<string, string>>;
};

type Application = {
  readonly folder: string;
  /** Each after those it requires. */
  readonly extensions: readonly ExtensionFolder[];
  /**
   * A file's name in findings: its path from the root, or from the parent folder of an external application.
   */
  readonly nameOf: (file: string) => string;
  readonly findings: readonly Finding[];
};

export async function readApplication(root: string, application = '.'): Promise<Application> {
  const folder = resolve(root, application);
  const nameOf = (file: string): string => {
    const inside = slashed(relative(root, file));
    return inside.startsWith('..') ? `${basename(folder)}/${slashed(relative(folder, file))}` : inside;
  };
  const findings: Finding[] = [];
  const reading: Reading = { roots: [...new Set([folder, root])], nameOf, findings };
  const place = await stat(folder).catch(() => undefined);
  if (!place?.isDirectory())
    findings.push({ severity: 'error', file: application, path: '', message: noFolder });
  const file = join(folder, 'application.json');
  const json = (await readObject(file, reading)) ?? {};
  const at = { file: nameOf(file), findings };
  refuseOthers(json, ['$schema', 'extensions'], at);
  const used = new Map<string, ExtensionFolder>();
  for (const [index, id] of names(json, 'extensions', at).entries())
    await use(id, { reading, used, trail: [], place: { file: at.file, path: `/extensions/${index}` } });
  return { folder, extensions: [...used.values()], nameOf, findings };
}

const noFolder =
  'There is no such folder. APP names the folder of an application, for example examples/lending.';

type Reading = {
  /** Folders searched for extensions, in this order. */
  readonly roots: readonly string[];
  readonly nameOf: (file: string) => string;
  readonly findings: Finding[];
};

type Use = {
  readonly reading: Reading;
  readonly used: Map<string, ExtensionFolder>;
  /** Extensions that are waiting for this one. */
  readonly trail: readonly string[];
  /** Where it is named. */
  readonly place: Pick<Finding, 'file' | 'path'>;
};

/** Adds an extension after everything it requires. */
async function use(id: string, { reading, used, trail, place }: Use): Promise<void> {
  const { roots, nameOf, findings } = reading;
  const refuse = (message: string) => findings.push({ severity: 'error', ...place, message });
  if (used.has(id)) return;
  if (trail.includes(id)) {
    refuse(`The extensions ${[...trail, id].join(', ')} require each other. Take one requirement out.`);
    return;
  }
  const found = await findExtension(id, reading);
  if (!found) {
    const known = (await idsIn(roots)).join(', ') || 'none';
    refuse(
      `There is no extension '${id}'. Known: ${known}. Correct the name, or add extensions/${id}/extension.json.`,
    );
    return;
  }
  const file = nameOf(join(found.folder, 'extension.json'));
  for (const [index, other] of found.requires.entries())
    await use(other, { reading, used, trail: [...trail, id], place: { file, path: `/requires/${index}` } });
  used.set(id, found);
}

/** Extensions the application could name, including those in use. */
export async function idsIn(roots: readonly string[]): Promise<readonly string[]> {
  const entries = await Promise.all(
    [...new Set(roots)].map((root) =>
      readdir(join(root, 'extensions'), { withFileTypes: true }).catch(() => []),
    ),
  );
  return [...new Set(entries.flat().flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])))].sort();
}

async function findExtension(id: string, reading: Reading): Promise<ExtensionFolder | undefined> {
  for (const root of reading.roots) {
    const folder = join(root, 'extensions', id);
    const file = join(folder, 'extension.json');
    const json = await readObject(file, reading);
    if (!json) continue;
    const at = { file: reading.nameOf(file), findings: reading.findings };
    refuseOthers(json, ['$schema', 'description', 'requires', 'workers'], at);
    const workers = Object.entries((json.workers ?? {}) as object).filter(([, script]) => isText(script));
    return { id, folder, requires: names(json, 'requires', at), workers: Object.fromEntries(workers) };
  }
  return undefined;
}

/** Undefined if there is no such file; anything but a JSON object is a finding. */
async function readObject(
  file: string,
  { nameOf, findings }: Pick<Reading, 'nameOf' | 'findings'>,
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
    const message = `This is not a JSON object: ${(error as Error).message}. Correct it there.`;
    findings.push({ severity: 'error', file: nameOf(file), path: '', message });
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
  const message = `This must be a list of names of extensions, such as ["reports"].`;
  findings.push({ severity: 'error', file, path: `/${member}`, message });
  return [];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const slashed = (path: string): string => path.replaceAll('\\', '/');
