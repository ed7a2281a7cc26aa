/** Windows and lists have one door each: what stands here goes by it, so that no new one is without its care. */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const renderer = readSources().filter(
  ({ file, isTest }) => !isTest && /^(renderer|extensions)\/.*\.tsx$/.test(file),
);

/** Windows that enter nothing: they tell, ask yes or no, or hold a form that sends itself. */
const withoutMain = new Set([
  'AskDialogs.tsx',
  'Dialog.tsx',
  'HelpDialog.tsx',
  'JobDialog.tsx',
  'RestoreDialog.tsx',
  'ShortcutsDialog.tsx',
  'SignInAgain.tsx',
]);

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

it('a window that asks for something says what Enter does, by its main button', () => {
  const windows = renderer.filter(({ text }) => /parts\/Dialog\.tsx'/.test(text) && /<Dialog\b/.test(text));
  expect(windows.length).toBeGreaterThan(8);
  const found = windows.filter(
    ({ file, text }) => !withoutMain.has(nameOf(file)) && !/\bmain[=:]/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('no other window is drawn than by the one door', () => {
  const own = renderer.filter(({ text }) => /from 'react-aria-components\/Modal'/.test(text));
  expect(own.map(({ file }) => nameOf(file)).sort()).toEqual(expect.arrayContaining(['Dialog.tsx']));
  const asking = own.filter(
    ({ file, text }) => nameOf(file) !== 'Dialog.tsx' && /parts\/Text(Input|Area)/.test(text),
  );
  expect(asking.map(({ file }) => file)).toEqual([]);
});

it('no text is cut by the browser: a limit marks what is too long and says by how much', () => {
  const cut = renderer.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:input|textarea)\b[^>]*?\bmaxLength=/g)].map(() => file),
  );
  expect(cut).toEqual([]);
});

it('what takes a row out of a list hands the focus on', () => {
  const removing =
    /\.filter\(\((?:_|each|one)?,?\s*\w*\)?\s*=>\s*(?:at|place|each|index)\s*!==|form\.removeRow\(|replace\(node\.id, undefined\)/;
  const keeping = /useRowFocus|useRowWork|rowFocus/;
  // A condition stands in the list of its group.
  const inside = new Set(['ConditionRow.tsx', 'GrownMatrix.tsx']);
  const found = renderer.filter(({ text }) => removing.test(text) && !keeping.test(text));
  expect(found.map(({ file }) => nameOf(file)).filter((name) => !inside.has(name))).toEqual([]);
});
