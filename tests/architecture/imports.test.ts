import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, it } from 'vitest';
import { readSources, resolveRelative, type Source } from './sources.ts';

const sources = readSources();
const byFile = new Map(sources.map((source) => [source.file, source]));
const entrances = (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> })
  .imports;
const table = readTable();
const testTools = [
  'vitest',
  'fast-check',
  'decimal.js',
  'jsonata',
  'storybook',
  '@storybook/react-vite',
  'axe-core',
];
const nodeOnly = ['@hono/node-server', 'better-sqlite3', 'pg', 'pino', 's3mini'];

it('the table of ARCHITECTURE.md names every folder that holds code', () => {
  const folders = new Set(
    sources.map(({ row }) => row).filter((name) => !name.startsWith('.') && name !== 'types'),
  );
  expect([...folders].filter((folder) => !table.has(folder))).toEqual([]);
  expect(table.get('engine')?.packages).toContain('jsonata');
});

it('a folder imports only the entrances and packages that its row of the table allows', () => {
  expect(sources.flatMap((source) => source.imports.flatMap(({ to }) => breach(source, to)))).toEqual([]);
});

it('engine, renderer and server import no extension, and an extension imports another only if required', () => {
  const core = sources.filter(({ row, isTest }) => !isTest && /^(engine|renderer|server)$/.test(row));
  expect(core.length).toBeGreaterThan(500);
  const ofCore = core.flatMap((source) =>
    source.imports
      .map(({ to }) => (to.startsWith('.') ? resolveRelative(source, to) : to))
      .filter((to) => /^#?extensions\//.test(to))
      .map((to) => `${source.file} imports ${to}`),
  );
  expect(ofCore).toEqual([]);
  const extended = sources.filter(({ extension }) => extension !== undefined);
  expect(extended.length).toBeGreaterThan(150);
  const between = extended.flatMap((source) =>
    source.imports
      .filter(({ to }) => to.startsWith('#extensions/') && !requires(source, to.split('/')[1] as string))
      .map(({ to }) => `${source.file} imports ${to}, which its extension.json does not require`),
  );
  expect(between).toEqual([]);
});

it('there are no import cycles, types included', () => {
  expect(findCycles()).toEqual([]);
});

it('a layer imports only lower layers', () => {
  const breaches = [...readLayers()].flatMap(([folder, layers]) =>
    sources
      .filter((source) => source.folder === folder && isOfLayers(source))
      .flatMap((source) => source.imports.flatMap(({ to }) => layerBreach(source, to, layers))),
  );
  expect(breaches).toEqual([]);
});

it('every export is used by another file', () => {
  const named = new Map<string, number>();
  for (const { text } of sources)
    for (const word of new Set(text.match(/\w+/g))) named.set(word, (named.get(word) ?? 0) + 1);
  const own = sources.filter(
    ({ row, isTest }) => !isTest && /(^|\/)(engine|extensions|renderer|server)$/.test(row),
  );
  const lonely = own.flatMap(({ file, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm)]
      .filter(([, name = '']) => named.get(name) === 1)
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(lonely).toEqual([]);
});

it('everything server/app.ts and the server side of an extension import runs in a browser', () => {
  const starts = [...byFile.keys()].filter((file) => /^extensions\/[^/]+\/server\/index\.ts$/.test(file));
  expect(starts.length).toBeGreaterThan(4);
  expect(byFile.has('server/app.ts')).toBe(true);
  const reached = new Set(['server/app.ts', ...starts].flatMap((start) => [...reach(start)]));
  const breaches = [...reached].flatMap((file) =>
    (byFile.get(file)?.imports ?? [])
      .filter(({ to, typeOnly }) => !typeOnly && (isBuiltin(to) || nodeOnly.includes(to)))
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(breaches).toEqual([]);
});

function requires({ file, extension }: Source, other: string): boolean {
  const folder = file.slice(0, file.indexOf(`extensions/${extension}/`));
  const { requires = [] } = JSON.parse(
    readFileSync(`${folder}extensions/${extension}/extension.json`, 'utf8'),
  ) as { requires?: readonly string[] };
  return other === extension || requires.includes(other);
}

function breach(source: Source, to: string): string[] {
  const row = table.get(source.row);
  const reason = row && reasonAgainst({ source, to, row });
  return reason ? [`${source.file} imports ${to}: ${reason}`] : [];
}

/** Entrances are above all layers; files that only tests import may import anything. */
function isOfLayers({ file, isTest }: Source): boolean {
  return !isTest && file.split('/').length > 2 && !/\/test[A-Z]\w*\.ts$/.test(file);
}

const layerOf = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '');

function layerBreach(source: Source, to: string, layers: readonly string[]): string[] {
  if (!to.startsWith('.')) return [];
  const target = resolveRelative(source, to);
  const [own, other] = [layerOf(source.file), layerOf(target)];
  if (!target.startsWith(`${source.folder}/`) || own === other) return [];
  for (const layer of [own, other])
    if (!layers.includes(layer)) return [`${source.folder}/${layer} is no layer of the table`];
  return layers.indexOf(other) < layers.indexOf(own)
    ? []
    : [`${source.file} imports ${target}, a layer above`];
}

function reasonAgainst({ source, to, row }: { source: Source; to: string; row: Row }): string | undefined {
  if (to.startsWith('.'))
    return isNear(source, resolveRelative(source, to), row) ? undefined : 'another folder, past its entrance';
  if (to.startsWith('#')) return reasonAgainstAlias(to, row);
  if (to.startsWith('virtual:'))
    return roots.includes(source.file)
      ? undefined
      : 'only the composition roots know which extensions there are';
  if (isBuiltin(to)) return source.isTest || /server$/.test(source.row) ? undefined : 'needs Node';
  const name = packageName(to);
  const allowed = ['any', name].some((word) => row.packages.includes(word));
  const tool = source.isTest && testTools.includes(name);
  return allowed || tool ? undefined : 'the package is not in its row of the table';
}

const roots = ['server/main.ts', 'renderer/signedIn.ts'];

/** A test beside the source of an extension may set up all that it depends on. */
function isNear(source: Source, target: string, row: Row): boolean {
  const { file, isTest, extension } = source;
  if (source.row === 'stories' && target.startsWith('stories/')) return true;
  if (target.startsWith(sideOf(file)) || row.folders.includes(target.split('/')[0] as string)) return true;
  return isTest && extension !== undefined;
}

/** The folder of the file's side of its extension. */
const sideOf = (file: string): string =>
  /^(.*\/)?extensions\/[^/]+\/[^/]+\//.exec(file)?.[0] ?? `${file.split('/')[0]}/`;

function reasonAgainstAlias(to: string, row: Row): string | undefined {
  if (entranceOf(to) === undefined) return 'no such entrance in package.json';
  const [, side] = /^#extensions\/[^/]+\/(\w+)$/.exec(to) ?? [];
  const isOpen = side !== undefined && row.folders.includes(`#extensions/*/${side}`);
  return isOpen || row.folders.includes(to) ? undefined : 'the entrance is not in its row of the table';
}

function packageName(to: string): string {
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

function isBuiltin(to: string): boolean {
  return to.startsWith('node:') || builtinModules.includes(to);
}

/** Files reached through imports that remain at run time. */
function reach(start: string): Set<string> {
  const seen = new Set([start]);
  for (const file of seen) for (const next of runtimeImports(file)) seen.add(next);
  return seen;
}

function runtimeImports(file: string): string[] {
  return allImports(file, ({ typeOnly }) => !typeOnly);
}

function allImports(file: string, isMeant = (_: Source['imports'][number]) => true): string[] {
  const source = byFile.get(file);
  if (!source) return [];
  return source.imports
    .filter(isMeant)
    .map(({ to }) => (to.startsWith('.') ? resolveRelative(source, to) : entranceOf(to)))
    .filter((to): to is string => to !== undefined && byFile.has(to));
}

/** The file that an import from package.json resolves to. */
function entranceOf(to: string): string | undefined {
  const [, part] = /^#extensions\/(.+)$/.exec(to) ?? [];
  return part
    ? entrances['#extensions/*']?.replace('./', '').replace('*', part)
    : entrances[to]?.replace('./', '');
}

function findCycles(): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) cycles.push([...trail.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of allImports(file)) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of byFile.keys()) visit(file, []);
  return cycles;
}

type Row = { readonly folders: readonly string[]; readonly packages: readonly string[] };

function readTable(): Map<string, Row> {
  const rows = rowsBelow('| folder | may import | packages |\n|---|---|---|\n');
  return new Map(
    rows.map(([folder = '', folders, packages]) => [
      folder,
      { folders: listed(folders), packages: listed(packages) },
    ]),
  );
}

/** The layers inside a folder, lowest first. */
function readLayers(): Map<string, readonly string[]> {
  const rows = rowsBelow('| folder | layers |\n|---|---|\n');
  return new Map(rows.map(([folder = '', layers]) => [folder, listed(layers)]));
}

function rowsBelow(head: string): readonly (readonly string[])[] {
  const [, rows = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(head);
  const lines = (rows.split('\n\n')[0] as string).split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  );
}

function listed(cell = ''): readonly string[] {
  return cell
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
