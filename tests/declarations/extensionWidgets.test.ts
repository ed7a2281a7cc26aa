/** The renderer or an extension of the application can draw every widget that declarations name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type DeclarationSet, kindOfFile, widgetsOf } from '#engine';
import { type Extension, registry } from '#renderer';
import { coreWidgets } from '../../renderer/pages/coreWidgets.ts';
import { readDeclarations } from '../../server/node/readDeclarations.ts';

const found = import.meta.glob<Extension>(
  ['../../extensions/*/renderer/index.ts', '../../examples/*/extensions/*/renderer/index.ts'],
  { eager: true, import: 'default' },
);
/** By folder. */
const extensions = new Map(
  Object.entries(found).map(([file, extension]) => [path.dirname(path.dirname(file)).slice(6), extension]),
);
const examples = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const applications = ['.', ...examples.map(({ name }) => `examples/${name}`)];

/** Widgets that a folder declares, as `fields/text`. Columns are drawn by the grid, which has no registry. */
function declaredIn(folder: string): readonly string[] {
  return ['fields', 'blocks'].flatMap((place) => {
    const at = path.join(folder, 'widgets', place);
    return existsSync(at) ? readdirSync(at).map((file) => `${place}/${path.basename(file, '.json')}`) : [];
  });
}

function drawnBy({ widgets = [], blocks = [], pages = [] }: Omit<Extension, 'id'>): readonly string[] {
  return [
    ...widgets.map(({ name }) => `fields/${name}`),
    ...[...blocks, ...pages].map(({ name }) => `blocks/${name}`),
  ];
}

it('every widget the renderer declares has a component, and vice versa', () => {
  expect([...declaredIn('base')].sort()).toEqual([...drawnBy({ ...coreWidgets, widgets: registry })].sort());
});

it('every widget an extension declares has a component, and vice versa', () => {
  const folders = ['extensions', ...examples.map(({ name }) => `examples/${name}/extensions`)]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((id) => `${folder}/${id}`));
  expect(folders.length).toBeGreaterThan(0);
  for (const folder of folders) {
    const extension = extensions.get(folder);
    expect([...declaredIn(folder)].sort(), folder).toEqual([...drawnBy(extension ?? {})].sort());
    if (extension) expect(extension.id).toBe(path.basename(folder));
  }
});

it.each(applications)('%s names only widgets that it can draw', async (application) => {
  const { set } = await readDeclarations('.', application);
  const brought = Object.values(widgetsOf(set)).flatMap((widgets) => Object.keys(widgets));
  const named = namesIn(set);
  expect(named.length).toBeGreaterThan(application === '.' ? 20 : 0);
  expect(named.filter((name) => !brought.includes(name))).toEqual([]);
});

it('an application without an extension does not know its widgets', async () => {
  const { set } = await readDeclarations('.', 'examples/lending');
  const known = Object.values(widgetsOf(set)).flatMap((widgets) => Object.keys(widgets));
  const used = usedBy('examples/lending');
  const others = readdirSync('extensions').filter((id) => !used.has(id));
  const foreign = others.flatMap((id) => declaredIn(`extensions/${id}`));
  expect(foreign.length).toBeGreaterThan(0);
  expect(foreign.filter((widget) => known.includes(path.basename(widget)))).toEqual([]);
});

/** The extensions of an application, and those that they require. */
function usedBy(application: string): ReadonlySet<string> {
  const json = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const open: string[] = [...(json(`${application}/application.json`).extensions ?? [])];
  const used = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    used.add(id);
    open.push(
      ...(json(`extensions/${id}/extension.json`).requires ?? []).filter((one: string) => !used.has(one)),
    );
  }
  return used;
}

/** Every `widget` that screens name, at any depth. */
function namesIn(set: DeclarationSet): readonly string[] {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [word, member] of Object.entries(value)) {
      if (word === 'widget' && typeof member === 'string') names.add(member);
      walk(member);
    }
  };
  for (const { file, json } of set.files) if (kindOfFile(file) === 'screen') walk(json);
  return [...names].sort();
}
