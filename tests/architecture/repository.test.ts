import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './sources.ts';

const texts = listFiles()
  .filter((file) => /\.(tsx?|mjs|json|jsonl|md|css|html|ya?ml)$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

it('no file contains a path of the machine it was written on', () => {
  const path = /(^|[\s"'`(=:])\/(work|home|root|Users|tmp|mnt|private)\/[\w.-]+/m;
  expect(texts.filter(({ text }) => path.test(text)).map(({ file }) => file)).toEqual([]);
});

it('the lock file holds no download addresses', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
});

it('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});

it('every widget has a story, and every command of the README exists', () => {
  const widgets = listFiles().filter((file) => /^renderer\/widgets\/\w+Widget\.tsx$/.test(file));
  const stories = texts.filter(({ file }) => file.endsWith('.stories.tsx')).map(({ text }) => text);
  const name = (file: string) => file.split('/').at(-1)!.replace('.tsx', '');
  expect(widgets.filter((file) => !stories.some((story) => story.includes(name(file))))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readFileSync('README.md', 'utf8').matchAll(/npm (?:run )?([a-z-]+)/g)].map(
    (match) => match[1]!,
  );
  expect(named.filter((command) => scripts[command] === undefined && command !== 'install')).toEqual([]);
});

it('the steps that CONTRIBUTING.md sends to are in ARCHITECTURE.md, and no command of it is unknown', () => {
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
  const [, promised = ''] = /\*\*([^*]+)\*\*: follow the steps in \[ARCHITECTURE/.exec(contributing) ?? [];
  const things = promised.split(', ').map((thing) => thing.replace(/^an? /, ''));
  expect(things).toEqual(expect.arrayContaining(['field kind', 'store']));
  const walks = readFileSync('ARCHITECTURE.md', 'utf8');
  expect(things.filter((thing) => !walks.includes(`- **A new ${thing}**: `))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...contributing.matchAll(/npm run ([a-z-]+)/g)].map((match) => match[1]!);
  expect(named.filter((command) => scripts[command] === undefined)).toEqual([]);
});

it('every file and folder the three pages name exists', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const places = [
    ...pages.matchAll(/`((?:engine|renderer|server|schemas|screens|stories|tests|scripts|docs)\/[\w./-]*)`/g),
  ];
  expect(places.map((match) => match[1]!).filter((place) => !existsSync(place))).toEqual([]);
});
