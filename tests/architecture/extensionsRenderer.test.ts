/** The renderer knows no extension; components of an extension use the rest through public names. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources, resolveRelative, type Source } from './sources.ts';

const sources = readSources();
/** Those of the renderer, and those that only extensions use. */
const packages = [...packagesOfRenderer(), 'echarts', '@svg-maps/canada'];

it('components of extensions import the entrances, required extensions, and packages of the renderer', () => {
  const drawing = sources.filter(({ file, isTest }) => !isTest && extensionOf(file) !== undefined);
  expect(drawing.length).toBeGreaterThan(40);
  expect(drawing.flatMap((source) => source.imports.flatMap(({ to }) => breach(source, to)))).toEqual([]);
});

it('forbidden imports of extension components are detected', () => {
  const [source] = sources.filter(({ file }) => file === 'extensions/pricing/renderer/index.ts') as [Source];
  for (const to of [
    '../../../renderer/parts/Card.tsx',
    '#server/app',
    '#extensions/insurance/renderer',
    'hono',
  ])
    expect(breach(source, to), to).toHaveLength(1);
  for (const to of ['#renderer', '#engine', './rates/Pager.tsx', 'react', '#extensions/pricing/engine'])
    expect(breach(source, to), to).toEqual([]);
});

it('no two folders of the renderer import each other', () => {
  const renderer = sources.filter(({ folder, isTest }) => folder === 'renderer' && !isTest);
  const pairs = new Set(
    renderer.flatMap((source) =>
      source.imports
        .filter(({ to }) => to.startsWith('.'))
        .map(({ to }) => [roomOf(source.file), roomOf(resolveRelative(source, to))])
        .filter(([from, to]) => from && to && from !== to)
        .map((pair) => pair.join(' → ')),
    ),
  );
  expect(pairs.size).toBeGreaterThan(20);
  expect([...pairs].filter((pair) => pairs.has(pair.split(' → ').reverse().join(' → ')))).toEqual([]);
});

/** The folder below `renderer/` that holds a file; undefined for files directly in it. */
function roomOf(file: string): string | undefined {
  return /^renderer\/([^/]+)\//.exec(file)?.[1];
}

/** The folder of the extension whose renderer side holds a file. */
function extensionOf(file: string): string | undefined {
  return /^((?:examples\/[^/]+\/)?extensions\/[^/]+)\/renderer\//.exec(file)?.[1];
}

function breach(source: Source, to: string): readonly string[] {
  const folder = extensionOf(source.file) as string;
  const isFine = to.startsWith('.')
    ? resolveRelative(source, to).startsWith(`${folder}/renderer/`)
    : to.startsWith('#')
      ? ['#engine', '#renderer', ...requiredBy(folder)].some((own) => `${to}/`.startsWith(`${own}/`))
      : packages.some((name) => `${to}/`.startsWith(`${name}/`));
  return isFine ? [] : [`${source.file} imports ${to}`];
}

/** An extension imports its own other sides by the same name as required extensions. */
function requiredBy(folder: string): readonly string[] {
  const file = `${folder}/extension.json`;
  const { requires = [] } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return [folder.split('/').at(-1), ...requires].map((id) => `#extensions/${id}`);
}

function packagesOfRenderer(): readonly string[] {
  const row = /^\| renderer \|[^|]*\|([^|]*)\|$/m.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? '';
  return row.split(',').map((name) => name.trim());
}
