/** Windows and lists share one implementation each, so that every new one has its behaviour. */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const renderer = readSources().filter(
  ({ file, isTest }) => !isTest && /^(renderer|extensions)\/.*\.tsx$/.test(file),
);

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/** Windows without input: they inform, ask yes or no, or hold a form that submits itself. */
const withoutMain = [
  'AskDialogs.tsx',
  'Dialog.tsx',
  'HelpDialog.tsx',
  'JobDialog.tsx',
  'releases/RestoreDialog.tsx',
  // Shows what a run did.
  'RunDialog.tsx',
  'ShortcutsDialog.tsx',
  'SignInAgain.tsx',
];

const windows = renderer.filter(
  ({ text }) => /(parts\/Dialog\.tsx'|\bDialog,[^;]*from '#renderer')/.test(text) && /<Dialog\b/.test(text),
);
const asking = windows.filter(({ file }) => !withoutMain.some((end) => file.endsWith(`/${end}`)));
// Its windows are those that edit a change to the draft of the application.
const inKeepDialog = renderer.filter(({ text }) => /<KeepDialog\b/.test(text));

it('a window with input declares its main button, which Enter presses', () => {
  expect(windows.length).toBeGreaterThan(8);
  const found = asking.filter(({ text }) => !/\bmain[=:{]/.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('a window leaves the answer to its call to the shared dialog', () => {
  // That is where it waits, refuses a second press, and shows errors at the fields.
  const own =
    /\bcatch\b|\bApiError\b|set(Busy|Failure|Error)\(|role="alert">\s*\{(failure|problem)|onPress: (async )?\(\) => void/;
  const found = [...asking, ...inKeepDialog].filter(({ text }) => own.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('calls of a window carry its idempotency key', () => {
  // The draft is edited by absolute values, which a retry does not double.
  const found = asking.filter(
    ({ text }) => /\bsend\b|\bsave\b|\bapply\b|\bpublish\b/.test(text) && !/\bintent\b|useSave/.test(text),
  );
  const local = new Set(['WhereDialog.tsx', 'GroupDialog.tsx']);
  expect(found.map(({ file }) => nameOf(file)).filter((name) => !local.has(name))).toEqual([]);
});

it('the input of a window is kept over a reload', () => {
  const kept = /useKeptWork|draft=\{/;
  // They hold no input of their own: questions with a list, choices between stored values, earlier texts.
  const none = new Set([
    'TakeOutEntity.tsx',
    'FormLinks.tsx',
    'RestoreDialog.tsx',
    'ConflictDialog.tsx',
    'KeepDialog.tsx',
    'Versions.tsx',
  ]);
  const found = [...asking, ...inKeepDialog].filter(
    ({ file, text }) => !none.has(nameOf(file)) && !kept.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('a field of a window that sends a call says where its value is in the body', () => {
  // These change the page behind them, and send nothing.
  const local = new Set(['WhereDialog.tsx', 'GroupDialog.tsx', 'PanelEditor.tsx', 'ConflictDialog.tsx']);
  const nameless = [...asking, ...inKeepDialog]
    .filter(({ file }) => !local.has(nameOf(file)))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/<(FieldShell|TextsField)\b(?:[^>=]|=(?!>)|=>)*?>/g)]
        .filter(([tag]) => !/\bname=/.test(tag))
        .map(([tag]) => `${file}: ${tag}`),
    );
  expect(nameless).toEqual([]);
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
  const inside = new Set(['ConditionRow.tsx']);
  const found = renderer.filter(({ text }) => removing.test(text) && !keeping.test(text));
  expect(found.map(({ file }) => nameOf(file)).filter((name) => !inside.has(name))).toEqual([]);
});

it('a list of rows is filled from a pasted block of cells', () => {
  // These are no columns of values: tables whose rows open, cards, pairs of choices, conditions, and tables
  // that are a block themselves.
  const withoutCells = new Set([
    'PlainTable.tsx',
    'StepsPart.tsx',
    'ViewColours.tsx',
    'ColumnColours.tsx',
    'DashboardSettings.tsx',
    'TableRows.tsx',
    'RuleBuilder.tsx',
  ]);
  const lists = renderer.filter(
    ({ text }) => /useRow(Focus|Work)\b[^;]*\(/.test(text) && /data-row|<ValueTable|ItemRowView/.test(text),
  );
  expect(lists.length).toBeGreaterThan(8);
  const found = lists.filter(
    ({ file, text }) =>
      !withoutCells.has(nameOf(file)) &&
      !/useRowFocus<|useRowWork\(/.test(text) &&
      !/work: RowWork|RowWork\b/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
