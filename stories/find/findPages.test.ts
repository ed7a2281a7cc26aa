import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadCsf } from 'storybook/internal/csf-tools';
import { expect, it } from 'vitest';
import { forced } from '../foundations/forced.ts';
import { declaredAt } from '../patterns/declaredAt.ts';
import { type Pattern, patterns } from '../patterns/patterns.ts';
import { aboutOf } from './aboutPages.ts';
import { needs } from './needs.ts';
import { questions } from './questions.ts';
import { createPageSearch, type IndexEntry, pagesOf } from './searchPages.ts';

const entries = ['stories', ...readdirSync('extensions').map((name) => `extensions/${name}/stories`)]
  .flatMap(filesIn)
  .flatMap(entriesOf);
const pages = pagesOf(entries, aboutOf);
const search = createPageSearch(pages);

/** What a designer types → the page that must be among the first three. */
const words: Readonly<Record<string, string>> = {
  amount: 'Widgets/Money',
  currency: 'Widgets/Money',
  currencies: 'Widgets/Money',
  price: 'Widgets/Money',
  phone: 'Widgets/Text',
  email: 'Widgets/Text',
  toggle: 'Parts/Switch',
  dropdown: 'Parts/Select',
  upload: 'Widgets/File',
  attachment: 'Widgets/File',
  calendar: 'Widgets/Date',
  autocomplete: 'Parts/Combo box',
  typeahead: 'Parts/Combo box',
  tooltip: 'Parts/Icon button',
  pagination: 'Screens/Products',
  'data grid': 'Screens/Products',
  table: 'Screens/Products',
  sorting: 'Screens/Products',
  sidebar: 'Shell/Navigation',
  'command palette': 'Shell/Navigation',
  breadcrumbs: 'Shell/Navigation',
  menu: 'Parts/Menu',
  dashboard: 'Screens/Home and dashboards',
  chart: 'Screens/Home and dashboards',
  kpi: 'Screens/Home and dashboards',
  modal: 'Parts/Dialog',
  popup: 'Parts/Dialog',
  toast: 'Parts/Toasts',
  snackbar: 'Parts/Toasts',
  confirmation: 'Shell/Ask dialog',
  'are you sure': 'Shell/Ask dialog',
  destructive: 'Patterns/Destructive actions',
  notifications: 'Shell/Bell',
  inbox: 'Shell/Bell',
  'empty state': 'Parts/Empty, failed, loading',
  skeleton: 'Parts/Empty, failed, loading',
  spinner: 'Parts/Progress',
  'progress bar': 'Parts/Progress',
  tag: 'Parts/Badge',
  pill: 'Parts/Badge',
  status: 'Parts/Badge',
  chips: 'Parts/Multi select',
  'multi select': 'Parts/Multi select',
  accordion: 'Screens/Rows that open',
  tree: 'Widgets/Graph',
  'radio button': 'Widgets/Radio',
  checkbox: 'Widgets/Checkbox',
  wizard: 'Patterns/One page or steps',
  onboarding: 'Patterns/First use',
  'bulk edit': 'Patterns/Bulk work',
  wysiwyg: 'Widgets/HTML',
  'rich text': 'Widgets/HTML',
  textarea: 'Widgets/Multiline text',
  translation: 'Widgets/Localized text',
  lookup: 'Widgets/Reference',
  'foreign key': 'Widgets/Reference',
  'line items': 'Widgets/Rows',
  repeater: 'Widgets/Rows',
  spreadsheet: 'Widgets/Matrix',
  'rate grid': 'Screens/Pricing',
  'price steps': 'Screens/Pricing',
  percentage: 'Widgets/Percent',
  timestamp: 'Widgets/Date and time',
  'auto number': 'Widgets/Sequence',
  condition: 'Widgets/Rule',
  'query builder': 'Widgets/Rule',
  permissions: 'Patterns/Permission',
  login: 'Screens/Sign-in',
  settings: 'Screens/Settings and people',
  'audit log': 'Screens/Settings and people',
  'two factor': 'Screens/Second factor of one’s account',
  draft: 'Parts/Draft bar',
  conflict: 'Shell/Conflict dialog',
  'dark mode': 'Foundations/Colour',
  typography: 'Foundations/Type',
  spacing: 'Foundations/Space',
  elevation: 'Foundations/Shadow',
  icons: 'Foundations/Icons',
  microcopy: 'Foundations/Words',
  workflow: 'Screens/Workflows, automations, forms, prints',
  automation: 'Screens/Workflows, automations, forms, prints',
  pdf: 'Screens/Workflows, automations, forms, prints',
  'public form': 'Screens/Public form',
  survey: 'Screens/Public form',
  captcha: 'Screens/Public form',
  'high contrast': 'Foundations/Forced colours',
  mobile: 'Patterns/Phones',
  responsive: 'Patterns/Phones',
};

it.each(Object.entries(words))('“%s” leads to %s', (text, title) => {
  const found = search(text).map((page) => page.title);
  expect(found.slice(0, 3)).toContain(title);
});

it.each(questions.flatMap(({ asked, page }) => asked.map((text) => [text, page] as const)))(
  'the question “%s” is answered by one of the first two pages, %s',
  (text, title) => {
    expect(
      search(text)
        .map((page) => page.title)
        .slice(0, 2),
    ).toContain(title);
  },
);

it('a question is found without its own sentence in the index, in any wording but the first', () => {
  const others = createPageSearch(
    pagesOf(entries, (title, id) => aboutOf(title, id).filter((text) => !text.endsWith('?'))),
  );
  const lost = questions.flatMap(({ asked, page }) =>
    asked.slice(1).filter(
      (text) =>
        !others(text)
          .slice(0, 3)
          .some(({ title }) => title === page),
    ),
  );
  expect(lost).toEqual([]);
});

it('every pattern is named as its page', () => {
  const titles = new Set(entries.map(({ title }) => title));
  const astray = Object.values<Pattern>(patterns).filter(({ title }) => !titles.has(`Patterns/${title}`));
  expect(astray.map(({ title }) => title)).toEqual([]);
});

it('stories have every style sheet of the application', () => {
  const sheets = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/import '.*\/(tokens\/\w+\.css)'/g)].map(([, name]) => name);
  expect(sheets('renderer/main.tsx').length).toBeGreaterThan(3);
  expect(sheets('.storybook/preview.tsx')).toEqual(sheets('renderer/main.tsx'));
});

it('the page of forced colours tells every rule of its style sheet', () => {
  const css = readFileSync('renderer/tokens/forcedColours.css', 'utf8');
  const rules = css.slice(css.indexOf('{') + 1).replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...rules.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim()),
  );
  expect(selectors.length).toBeGreaterThan(15);
  const told = forced.flatMap(({ of }) => [...of]);
  expect(selectors.filter((one) => !told.some((part) => one.includes(part)))).toEqual([]);
});

it('a word that nobody uses leads nowhere', () => {
  expect(search('zeppelin')).toEqual([]);
});

it('every answer of the index by need and every picture of a pattern is a story', () => {
  const ids = new Set(entries.map(({ id }) => id));
  const named = [
    ...needs.flatMap((group) => group.needs.map(({ story }) => story)),
    ...Object.values(patterns).flatMap((pattern) => pattern.do.map(({ story }) => story)),
    ...questions.map(({ story }) => story),
    ...forced.map(({ story }) => story),
  ];
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

it('every declaration that a pattern quotes is there', () => {
  const quoted = Object.values<Pattern>(patterns).flatMap(({ declared }) => declared ?? []);
  expect(quoted.length).toBeGreaterThan(4);
  for (const { file, at } of quoted) {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(declaredAt([{ file, json }], { file, at })).toBeDefined();
  }
});

it('every page can be found by another name', () => {
  const bare = pagesOf(entries).filter(({ words: own, title }) => own.length === 0 && title.includes('/'));
  expect(bare.map(({ title }) => title)).toEqual([]);
});

function entriesOf(file: string): IndexEntry[] {
  if (/^(stories|extensions\/[^/]+\/stories)\/.*\.stories\.tsx$/.test(file)) return storiesOf(file);
  return /^stories\/.*\.mdx$/.test(file) ? proseOf(file) : [];
}

function storiesOf(file: string): IndexEntry[] {
  const csf = loadCsf(readFileSync(file, 'utf8'), { fileName: file, makeTitle: (title) => title ?? file });
  const { meta, stories } = csf.parse();
  return stories.map(({ id, name, tags = [] }) => ({
    id,
    name: name ?? id,
    title: meta.title ?? file,
    type: 'story',
    tags: [...(meta.tags ?? []), ...tags],
  }));
}

function proseOf(file: string): IndexEntry[] {
  const [, title = '', tags = ''] =
    /<Meta title="([^"]*)"(?: tags=\{\[([^\]]*)\]\})?/.exec(readFileSync(file, 'utf8')) ?? [];
  return [
    {
      id: title,
      title,
      name: 'Docs',
      type: 'docs',
      tags: [...tags.matchAll(/'([^']+)'/g)].map(([, tag = '']) => tag),
    },
  ];
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
