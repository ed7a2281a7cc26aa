/** Copies this repository without its application, and examples/lending to a folder outside of it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const left = new Set([
  ...['node_modules', 'dist', 'data', '.git', '.results', '.editor', 'storybook-static'],
  ...['application.json', 'schemas', 'screens', 'stories', '.storybook', 'tests'],
]);

/** The engine, renderer and server with the base, the examples and the named extensions. */
export function copyCore(to: string, extensions: readonly string[] = []): void {
  for (const entry of readdirSync('.')) {
    if (left.has(entry)) continue;
    const filter = (from: string) => {
      const [, id] = /^extensions[\\/]([^\\/.]+)([\\/]|$)/.exec(from) ?? [];
      return id === undefined || extensions.includes(id);
    };
    cpSync(entry, path.join(to, entry), { recursive: true, preserveTimestamps: true, filter });
  }
  linkPackages(to, extensions.length > 0 ? new Set() : ofExtensions());
}

/** The example with a second extension, which brings the field kind of docs/extensions.md. */
export function copyApplication(to: string): void {
  cpSync('examples/lending', to, { recursive: true });
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    writeFileSync(path.join(to, file), text);
  };
  const change = (file: string, edit: (json: Declared) => void) => {
    const json = JSON.parse(readFileSync(path.join(to, file), 'utf8'));
    edit(json);
    write(file, JSON.stringify(json));
  };
  for (const { file, text } of documented()) write(file, text);
  write('application.json', JSON.stringify({ extensions: ['lending', 'paint'] }));
  change('schemas/lending/equipment/entity.json', ({ properties }) =>
    Object.assign(properties, { Colour: { type: 'string', 'x-kind': 'colour', title: 'Colour' } }),
  );
  change('schemas/messages/fr-CA/lending.json', ({ messages }) =>
    Object.assign(messages, { 'field.equipment.Colour': 'Couleur' }),
  );
  change('screens/lending/equipment-create.json', ({ blocks }) => place(blocks, 'sections', 'items'));
  change('screens/lending/equipment-list.json', ({ blocks }) => place(blocks, 'columns'));
}

/** The files that docs/extensions.md writes, without the indentation of its steps. */
export function documented(): readonly { readonly file: string; readonly text: string }[] {
  const page = readFileSync('docs/extensions.md', 'utf8');
  return [...page.matchAll(/^ {3}```\w+ (extensions\/paint\/\S+)\n([\s\S]*?)^ {3}```$/gm)].map(
    ([, file = '', text = '']) => ({ file, text: text.replaceAll(/^ {3}/gm, '') }),
  );
}

type Declared = { properties: object; messages: object; blocks: readonly Lists[] };
type Lists = Record<string, { items: string[] }[] & string[]>;

function place(blocks: readonly Lists[], list: string, inside?: string): void {
  const [found] = blocks.map((block) => block[list]).filter(Boolean);
  if (inside) found?.[0]?.items.push('Colour');
  else found?.push('Colour' as never);
}

/** Links what `npm start` installs, without some packages. */
function linkPackages(to: string, without: ReadonlySet<string>): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const names = Object.keys(packages)
    .filter((at) => at.lastIndexOf('node_modules/') === 0 && !packages[at].dev)
    .map((at) => at.replace('node_modules/', ''))
    .filter((name) => !without.has(name));
  for (const name of names) {
    const target = path.join(to, 'node_modules', name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.resolve('node_modules', name), target, 'junction');
  }
}

/** Packages in the rows of extensions of ARCHITECTURE.md and in no row of the core. */
export function ofExtensions(): ReadonlySet<string> {
  const table = readFileSync('ARCHITECTURE.md', 'utf8');
  const listed = (row: RegExp) =>
    [...table.matchAll(row)].flatMap(([, names = '']) =>
      names.split(',').flatMap((name) => name.trim() || []),
    );
  const core = new Set(listed(/^\| (?:engine|renderer|server) \|[^|]*\|([^|]*)\|$/gm));
  return new Set(listed(/^\| extensions\/\S+ \|[^|]*\|([^|]*)\|$/gm).filter((name) => !core.has(name)));
}
