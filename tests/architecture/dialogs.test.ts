/** Windows and lists share one implementation each, so that every new one has its behaviour. */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const renderer = readSources().filter(
  ({ file, isTest }) => !isTest && /^(renderer|extensions)\/.*\.tsx$/.test(file),
);

/** Windows without input: they inform, ask yes or no, or hold a form that submits itself. */
const withoutMain = new Set([
  'AskDialogs.tsx',
  'Dialog.tsx',
  'HelpDialog.tsx',
  'JobDialog.tsx',
  'RestoreDialog.tsx',
  // Shows what a run did.
  'RunDialog.tsx',
  'ShortcutsDialog.tsx',
  'SignInAgain.tsx',
]);

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

it('a window with input declares its main button, which Enter presses', () => {
  const windows = renderer.filter(({ text }) => /parts\/Dialog\.tsx'/.test(text) && /<Dialog\b/.test(text));
  expect(windows.length).toBeGreaterThan(8);
  const found = windows.filter(
    ({ file, text }) => !withoutMain.has(nameOf(file)) && !/\bmain[=:]/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('every window is drawn by the shared dialog', () => {
  const own = renderer.filter(({ text }) => /from 'react-aria-components\/Modal'/.test(text));
  expect(own.map(({ file }) => nameOf(file)).sort()).toEqual(expect.arrayContaining(['Dialog.tsx']));
  const asking = own.filter(
    ({ file, text }) => nameOf(file) !== 'Dialog.tsx' && /parts\/Text(Input|Area)/.test(text),
  );
  expect(asking.map(({ file }) => file)).toEqual([]);
});

it('no input truncates text: a limit marks what is too long and says by how much', () => {
  const cut = renderer.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:input|textarea)\b[^>]*?\bmaxLength=/g)].map(() => file),
  );
  expect(cut).toEqual([]);
});

it('removing a row from a list moves the focus on', () => {
  const removing =
    /\.filter\(\((?:_|each|one)?,?\s*\w*\)?\s*=>\s*(?:at|place|each|index)\s*!==|form\.removeRow\(|replace\(node\.id, undefined\)/;
  const keeping = /useRowFocus|useRowWork|rowFocus/;
  // A condition belongs to the list of its group.
  const inside = new Set(['ConditionRow.tsx', 'GrownMatrix.tsx']);
  const found = renderer.filter(({ text }) => removing.test(text) && !keeping.test(text));
  expect(found.map(({ file }) => nameOf(file)).filter((name) => !inside.has(name))).toEqual([]);
});
