import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './sources.ts';

const files = listFiles();
const stories = files
  .filter((file) => /^(stories\/(widgets|parts)|extensions\/[^/]+\/stories)\/.*\.stories\.tsx$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const pageOf = (pattern: RegExp) => stories.filter(({ text }) => pattern.test(text));

it('every widget of the registry has a page', () => {
  const registry = readFileSync('renderer/widgets/registry.ts', 'utf8');
  const entries = files
    .filter((file) => /^renderer\/widgets\/.*\.tsx$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/export const (\w+): WidgetEntry = \{\s+name: '([\w-]+)'/g),
    ])
    .filter(([, entry = '']) => registry.includes(`  ${entry},`));
  expect(entries.length).toBe(registry.match(/^ {2}\w+Entry,$/gm)?.length);
  const named = entries.map(([, , name]) => name);
  expect(
    named.filter((name) => pageOf(new RegExp(`docsOf\\(\\{\\s+widget: '${name}',`)).length === 0),
  ).toEqual([]);
});

it('every field widget of an extension has a page', () => {
  const named = files
    .filter((file) => /^extensions\/[^/]+\/renderer\/index\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/fieldWidget\(\s*'([\w-]+)'/g)])
    .map(([, name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(
    named.filter((name) => pageOf(new RegExp(`docsOf\\(\\{\\s+widget: '${name}',`)).length === 0),
  ).toEqual([]);
});

it('every part has a page', () => {
  const parts = files.flatMap((file) => /^renderer\/parts\/([A-Z]\w+)\.tsx$/.exec(file)?.[1] ?? []);
  expect(parts.filter((part) => pageOf(new RegExp(`parts: \\[[^\\]]*'${part}'`)).length === 0)).toEqual([]);
});

it('every page has a description, shows all states and has controls', () => {
  const words = ['what', 'use', 'not', 'anatomy', 'keyboard', 'screenReader'];
  const lacking = stories.flatMap(({ file, text }) => [
    ...words
      .filter((word) => !new RegExp(`^ {4,6}${word}:\\s`, 'm').test(text))
      .map((word) => `${file}: ${word}`),
    ...(/export const AllStates: Story/.test(text) ? [] : [`${file}: AllStates`]),
    ...(!/ (widget|parts): /.test(text) || /argTypes: /.test(text) ? [] : [`${file}: argTypes`]),
  ]);
  expect(lacking).toEqual([]);
});

it('stories carry requirement ids as tags, not in titles', () => {
  const titled = files
    .filter((file) => file.endsWith('.stories.tsx'))
    .filter((file) => /(name|title): .*\b[CRH]-\d{3}\b/.test(readFileSync(file, 'utf8')));
  expect(titled).toEqual([]);
});

it('every widget of a block or a page is shown by a story', () => {
  const registered = files
    .filter((file) => /^(renderer\/pages\/coreWidgets|extensions\/[^/]+\/renderer\/index)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\b(?:blockWidget|pageWidget)\(\s*'([\w-]+)'/g),
    ])
    .map(([, name = '']) => name);
  expect(registered.length).toBeGreaterThan(20);
  const shown = files
    .filter((file) => file.endsWith('.stories.tsx'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bshows: \[([^\]]*)\]/g)])
    .flatMap(([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name));
  expect(registered.filter((name) => !shown.includes(name))).toEqual([]);
  expect(shown.filter((name) => !registered.includes(name))).toEqual([]);
});
