/** Whatever a configurator sends or already has in the draft, no call of theirs breaks the server. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, checkChange, isUnkeepable } from '#engine';
import { configurePaths } from '../../server/openapi/configurePaths.ts';
import { lending } from './support/lending.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';
import { field, texts } from './support/wrongChanges.ts';

type Json = Readonly<Record<string, unknown>>;

const step = {
  name: 'Step',
  type: 'text',
  title: texts('Step'),
  default: 'x',
  choices: [],
  shape: texts('S'),
};
const choice = { name: 'Good', title: texts('Good'), tone: 'accent' };

/** A change of every kind with every possible member. */
const whole: Readonly<Record<Change['kind'], Json>> = {
  entity: {
    name: 'hostile',
    title: texts('Hostile'),
    plural: texts('Hostile'),
    label: texts('Name'),
    icon: 'box',
    menu: { group: 'setup', order: 1 },
    history: true,
  },
  field: {
    name: 'loan.Hostile',
    ...field('rows'),
    help: texts('Help'),
    pattern: 'x',
    shape: texts('S'),
    ...{ scale: 2, default: 1 },
    choices: [choice],
    lookup: 'loan-state',
    reference: 'borrower',
    show: ['Name'],
    accept: ['text/plain'],
    fields: [step],
    group: 'g',
    unique: { within: ['Name'] },
    required: 'true',
    visible: 'true',
    computed: { value: '1', when: 'true', override: true, stored: true },
    options: { where: 'true', sort: ['Name'] },
    view: ['Lending.View'],
    edit: 'login',
    was: { title: 'x' },
  },
  publicForm: {
    name: 'borrower.hostile',
    ...{ address: 'hostile', title: texts('Hostile'), intro: texts('Intro'), consent: texts('Agree') },
    ...{ thanks: texts('Thanks'), fields: [{ field: 'Name', required: true }], set: { IsBlocked: 'true' } },
    ...{ languages: ['en-CA'], theme: 'dark', accent: 'green', from: '2026-01-01', until: '2026-12-31' },
    ...{ mostPerDay: 1, notify: { roles: ['clerk'], people: ['admin'] } },
    confirm: { to: 'Email', subject: texts('S'), text: texts('T') },
    link: { fields: ['Name'], days: 1, once: true },
    was: { title: 'x' },
  },
  workflow: {
    name: 'loan',
    field: 'StateId',
    final: ['Returned'],
    moved: { Gone: 'Lent' },
    off: ['cancel'],
    transitions: [
      {
        ...{ id: 'hostile', label: texts('Hostile'), from: ['Lent'], to: 'Returned', access: 'login' },
        ...{ guard: 'true', refusal: texts('No'), confirm: texts('Sure?'), tone: 'danger', note: 'optional' },
        ...{ asks: [{ field: 'Notes', required: true }], set: { Deposit: '1' } },
      },
    ],
    was: { field: 'StateId' },
  },
  activity: {
    name: 'loan',
    activity: {
      ...{
        comments: { write: 'login' },
        files: { write: ['login'], accept: ['text/plain'], maxBytes: 9, count: 2 },
      },
      ...{ followers: true, restore: true, related: true, duplicate: { without: ['Notes'] } },
      ...{ print: true, share: true },
    },
    was: { activity: {} },
  },
  related: {
    ...{ name: 'borrower.hostile', of: 'loan', by: 'BorrowerId', fields: ['Number'], after: '' },
    title: texts('Hostile'),
  },
  block: {
    ...{ name: 'borrower.hostile-chart', widget: 'chart', by: 'BorrowerId', after: '' },
    ...{ title: texts('Hostile'), settings: { show: 'bar', entity: 'loan', column: 'StateId' } },
  },
  section: {
    name: 'loan-create.loan.hostile',
    ...{ title: texts('Hostile'), help: texts('Help'), tab: texts('Tab'), columns: 2 },
    ...{ visible: 'true', after: '' },
  },
  adjust: {
    name: 'field.loan.Number',
    title: texts('Name'),
    plural: texts('Names'),
    help: texts('Help'),
    maxLength: 5,
    pattern: 'x',
    shape: texts('S'),
    columns: 2,
    tab: texts('Tab'),
    visible: 'true',
    after: '',
    was: { title: texts('Name'), maxLength: 3 },
  },
  automation: {
    name: 'loan.hostile',
    title: texts('Hostile'),
    owner: 'clerk',
    when: { on: 'changed', fields: ['Number'] },
    if: 'true',
    then: [
      { do: 'set', if: 'true', fields: { Note: "'x'" } },
      { do: 'each', entity: 'loan', through: 'BorrowerId', then: [{ do: 'stop' }] },
      { do: 'mail', to: [{ role: 'clerk' }], subject: texts('S'), text: texts('T'), html: texts('H') },
      { do: 'wait', days: 1, hours: 1, minutes: 1 },
    ],
    was: { title: texts('x') },
  },
  printFormat: {
    name: 'loan.hostile',
    ...{ title: texts('Hostile'), for: 'record', default: true, roles: ['clerk'], languages: ['en-CA'] },
    paper: { size: 'A4', landscape: true, margins: { top: 10, right: 10, bottom: 10, left: 10 } },
    header: { brand: true, text: texts('{{ Number }}'), pages: true, moment: true },
    blocks: [
      { print: 'fields', if: 'true', columns: 3, fields: ['Number'] },
      { print: 'table', field: 'Lines', where: 'true', cells: [{ field: 'EquipmentId', share: 2 }] },
    ],
    was: { title: texts('x') },
  },
  rule: {
    name: 'loan.hostile',
    each: 'Steps',
    field: ['Name'],
    when: 'true',
    check: 'true',
    relevant: 'true',
    at: ['Name'],
    on: ['create'],
    level: 'error',
    message: texts('No'),
    params: { a: '1' },
    examples: [{ title: 'One', record: { Name: 'x' }, holds: true }],
    was: { check: 'true' },
  },
  place: {
    name: 'loan-create.loan.item.Number',
    screen: 'loan-create',
    block: 'loan',
    as: 'item',
    field: 'Name',
    section: 'x',
    operator: 'eq',
    span: 2,
    twelfths: 6,
    readOnly: true,
    visible: 'true',
    was: { section: 'x' },
  },
  view: {
    name: 'loans.loans.hostile',
    screen: 'loans',
    block: 'loans',
    as: 'timeline',
    title: texts('Hostile'),
    after: 'x',
    fields: ['Name'],
    by: 'Name',
    per: 'month',
    totals: ['Name'],
    start: 'x',
    end: 'x',
    span: 'week',
    picture: 'x',
    icon: 'x',
    where: { all: [{ path: 'Name', operator: 'eq', value: 'x' }] },
    roles: ['x'],
    opens: true,
    colours: [{ when: 'true', tone: 'accent', title: texts('Hostile') }],
    was: { as: 'list' },
  },
  lookup: {
    ...{ name: 'loan-state.Hostile', id: 'HO', title: texts('H'), tone: 'accent' },
    was: { title: texts('H') },
  },
  feature: { name: 'Hostile.View', title: texts('H'), was: { title: texts('H') } },
  role: {
    ...{ name: 'clerk', title: texts('M'), add: ['A'], remove: ['B'], was: { title: texts('M'), add: [] } },
  },
  message: { name: 'ui.yes', text: { 'en-CA': 'Yes', 'fr-CA': { one: 'a', other: 'b' } }, was: texts('Yes') },
};

const hostile: readonly unknown[] = [
  null,
  7,
  '',
  'x.y',
  true,
  [],
  {},
  [null],
  [7],
  [{}],
  { x: 1 },
  { toString: 1 },
];

/** The value with each member in turn, at any depth, replaced by a wrong one or removed. */
function variants(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  const withMember = (name: string, member: unknown) =>
    isList ? value.map((one, at) => (String(at) === name ? member : one)) : { ...value, [name]: member };
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...gone } = value as Json;
    const replaced = [...hostile, ...variants(member)].map((one) => withMember(name, one));
    return isList ? replaced : [...replaced, gone];
  });
}

const kinds = Object.keys(whole) as readonly Change['kind'][];

const others: Readonly<Record<string, unknown>> = {
  surplus: 1,
  field: field('string'),
  entity: {},
  kind: 'x',
};

/** Every kind of change with one mistake; `name` stays that of the path. */
const wrong = kinds.flatMap((kind) => {
  const { name, ...said } = whole[kind];
  const surplus = Object.entries(others).map(([word, value]) => ({ [word]: value, ...said }));
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 1]));
  const bodies = [
    ...variants(said),
    ...surplus,
    many,
    { ...many, ...said },
    {},
    { entity: {}, field: field('string') },
  ];
  return bodies.map((body) => ({ ...(body as Json), kind, name }) as unknown as Change);
});

/** Names that fit no change of their kind. */
const names = ['x', '.', '..', 'loan', 'loan.', '.Name', 'no-such.Name', 'x.y.z', 'é', 'field.', 'column.a'];

const isKept = (change: Change) => !checkChange(change).some(isUnkeepable);
const misshapen = (change: Change) => checkChange(change).length > 0;

describe('hostile bodies at the configurator', () => {
  let app: Running;
  let admin: Ask;

  beforeAll(async () => {
    app = await startApp({ store: 'memory', added: lending });
    admin = await app.as('admin');
  });

  const holds = async (method: string, path: string, body?: unknown) => {
    const answer = await admin(method, path, body);
    const what = `${method} ${path} ${JSON.stringify(body)?.slice(0, 400)}`;
    const thrown = app.errors.map((error) => (error as { err?: Error }).err?.stack ?? error);
    expect(thrown, what).toEqual([]);
    expect(answer.status, what).toBeLessThan(500);
    return answer;
  };

  /** A draft cannot hold many changes under one key, so each gets its own name. */
  const renamed = (change: Change, at: number) => ({ ...change, name: `${change.name}${at}` }) as Change;

  const readAll = async () => {
    for (const { at } of configurePaths) {
      const [method = '', path = ''] = at.split(' ');
      if (method === 'GET')
        await holds(
          method,
          path
            .replace('/configure/draft/entity/{name}', '/configure/draft/entity/hostile')
            .replace('{number}', '0'),
        );
    }
    const { body } = await holds('GET', '/configure/export');
    for (const Mode of ['add', 'replace'])
      await holds('POST', '/configure/import', { Mode, Files: body.Files });
    await holds('POST', '/configure/draft/rebase', {});
    await holds('POST', '/configure/draft/upgrade', {});
    await holds('POST', '/configure/publish', {});
  };

  it('every malformed change is refused, or kept and reported, and so are all calls about that draft', async () => {
    const renamedAll = wrong.map(renamed);
    for (const change of renamedAll.filter((one) => !isKept(one))) {
      const { kind, name, ...body } = change;
      expect((await holds('PUT', `/configure/draft/${kind}/${name}`, body)).status).toBe(422);
    }
    const kept = renamedAll.filter((one) => isKept(one) && misshapen(one));
    expect(kept.length).toBeGreaterThan(100);
    const Put = [...kept.slice(0, 1990), { ...whole.entity, kind: 'entity', name: 'hostile' }];
    const { body } = await holds('PUT', '/configure/draft', { Put });
    expect(body.Changes).toHaveLength(Put.length);
    await readAll();
    await holds('DELETE', '/configure/draft/entity/hostile?dependents=true');
    await holds('DELETE', '/configure/draft');
  });

  it('well-formed changes that make no sense are findings', async () => {
    const shaped = wrong.filter((change) => !misshapen(change));
    // New things may share a draft with others of their kind; the rest concerns one existing thing.
    const isNew = ({ kind }: Change) => ['entity', 'field', 'rule', 'lookup', 'feature'].includes(kind);
    const rounds: Change[][] = [shaped.filter(isNew).map(renamed)];
    for (const kind of kinds)
      for (const [round, change] of shaped.filter((one) => one.kind === kind && !isNew(one)).entries())
        rounds[round] = [...(rounds[round] ?? []), change];
    expect(shaped.length).toBeGreaterThan(50);
    // Each draft is compiled and reviewed several times, so a few stand for all.
    for (const Put of rounds.filter((_, round) => round % 10 === 0)) {
      const { body } = await holds('PUT', '/configure/draft', { Put });
      expect(body.Changes).toHaveLength(Put.length);
      await readAll();
      await holds('DELETE', '/configure/draft');
    }
  });

  it('names and bodies of any other shape are refused on every path', async () => {
    const Put = kinds.flatMap((kind) => names.map((name) => ({ ...whole[kind], kind, name })));
    await holds('PUT', '/configure/draft', { Put });
    await readAll();
    await holds('DELETE', '/configure/draft');
    const lists = [...hostile.slice(0, 4), ...hostile.slice(8)].flatMap((one) => [
      one,
      [{ kind: one, name: one, Kind: one, Name: one }],
    ]);
    const words = ['Put', 'Remove', 'Files', 'Resolutions', 'Note', 'Revision', 'Mode'];
    const bodies = [
      ...hostile,
      // Everything at once; and alone what is read first.
      ...lists.flatMap((value) => [
        { Resolutions: value },
        { Files: value, Put: value },
        { Files: [], Note: value },
        { Files: [], Revision: value },
        { Files: [], Mode: value, Remove: value },
        Object.fromEntries(words.map((word) => [word, value])),
      ]),
      ...hostile.map((one) => ({ Files: [{ Path: one, Text: one }] })),
      ...[
        '[]',
        '7',
        'null',
        '{"kind":{}}',
        '{"kind":"field","name":{}}',
        '{"kind":"place","name":"x","as":{}}',
      ].map((Text) => ({ Files: [{ Path: 'overlay/field/x.json', Text }] })),
    ];
    const writing = configurePaths
      .map(({ at }) => at)
      .filter((at) => !at.startsWith('GET') && !at.endsWith('{name}'))
      .map((at) => at.replace('{number}', '0'));
    for (const at of [
      ...writing,
      'POST /configure/releases/x/restore',
      'POST /configure/releases/99/draft',
    ]) {
      const [method = '', path = ''] = at.split(' ');
      for (const body of bodies) await holds(method, path, body);
    }
  });

  it('a change in the body of another is reported, whatever the draft already holds', async () => {
    const entity = { title: { 'en-CA': 5, 'fr-CA': {} }, plural: texts('Colours') };
    await holds('PUT', '/configure/draft/entity/colour', entity);
    const body = { entity: { name: 'colour', ...entity }, field: { type: 'string' } };
    expect((await holds('PUT', '/configure/draft/field/loan.Colour', body)).status).toBe(422);
    await holds('PUT', '/configure/draft/field/colour.Shade', field('text'));
    await readAll();
  });
});
