/** A field of every kind with a value, so that each gets the same tests in every place. */
import { type FieldKind, kinds } from '#engine';

export type KindSample = {
  readonly declared: object;
  /** As sent. */
  readonly value: unknown;
  /** As answered, if it is spelled differently. */
  readonly answered?: unknown;
  /** In lists, files and reports, in English; absent: the value. */
  readonly cell?: string;
  /** In the list, if it is shown otherwise than written. */
  readonly drawn?: string;
  /** On the page of a report, if it is written otherwise. */
  readonly printed?: string;
  /** In the cell of an import, if not the same: numbers are unique. */
  readonly imported?: string;
  /** A filter that finds the value, and not an empty field; absent: equal to it. `path`: within the field. */
  readonly finds?: { readonly operator: string; readonly text: string; readonly path?: string };
};

/** Ids of the records that the samples refer to. */
export type SampleIds = {
  readonly makers: readonly [string, string];
  readonly person: { readonly Id: string; readonly DisplayName: string };
  readonly paper: string;
  readonly photo: string;
  readonly papers: readonly [string, string];
};

export const makerNames = ['Acme', 'Zenith'] as const;
export const fileNames = { paper: 'terms.pdf', photo: 'front.jpg', papers: ['one.pdf', 'two.pdf'] } as const;

export const sampleLookups = [
  {
    $id: 'sample-colour',
    items: [
      { Id: 'red', Name: 'Red', title: 'Red' },
      { Id: 'blue', Name: 'Blue', title: 'Blue' },
    ],
  },
  {
    $id: 'sample-flag',
    items: [
      { Id: 1, Name: 'North', title: 'North' },
      { Id: 2, Name: 'South', title: 'South' },
    ],
  },
  { $id: 'sample-choices', items: choicesOf() },
];

function choicesOf() {
  const items = kinds.choices.examples?.lookup ?? [];
  return items.map(({ Id, title }) => ({ Id, Name: `Item${Id}`, title }));
}

const filled = { operator: 'filled', text: 'true' };
const amount = (declared: object, value: number, cell = String(value)) => ({ declared, value, cell });

export function kindSamples(ids: SampleIds): Readonly<Record<FieldKind, KindSample>> {
  const { makers, person, paper, photo, papers } = ids;
  return {
    ...exampleSamples(),
    text: { declared: { type: 'string', maxLength: 40 }, value: 'Élan' },
    multiline: { declared: { type: 'string', maxLength: 400, format: 'multiline' }, value: 'First\nsecond' },
    integer: amount({ type: 'integer' }, 12),
    decimal: amount({ type: 'number', 'x-decimal': { scale: 3 } }, 1.5),
    money: { ...amount({ type: 'number', 'x-money': { scale: 2 } }, 12.5), drawn: '$12.50' },
    percent: { ...amount({ type: 'number', 'x-percent': { scale: 1 } }, 2.5), drawn: '2.5' },
    boolean: { declared: { type: 'boolean' }, value: true, cell: 'Yes', drawn: '' },
    date: { declared: { type: 'string', format: 'date' }, value: '2026-02-01', drawn: '2026' },
    datetime: {
      declared: { type: 'string', format: 'date-time' },
      value: '2026-02-01T10:30:00.000Z',
      ...{
        cell: '2026-02-01T10:30:00',
        printed: '2026',
        drawn: '2026',
        finds: { operator: 'ge', text: '2026-01-01T00:00:00Z' },
      },
    },
    choice: { declared: { 'x-lookup': 'sample-colour' }, value: 'blue', cell: 'Blue' },
    flags: {
      declared: { type: 'integer', 'x-lookup': 'sample-flag', 'x-flags': true },
      ...{ value: 3, cell: 'North, South' },
    },
    reference: {
      declared: { 'x-ref': 'maker', 'x-expand': { as: 'Reference', fields: ['Id', 'Name'] } },
      ...{ value: makers[0], cell: makerNames[0] },
    },
    references: {
      declared: {
        ...{ type: 'array', maxItems: 5, uniqueItems: true, default: [], items: { 'x-ref': 'maker' } },
        'x-expand': { as: 'ReferencesField', fields: ['Id', 'Name'] },
      },
      ...{ value: makers, cell: makerNames.join('; '), finds: { operator: 'in', text: makers[1] } },
    },
    person: { declared: { type: 'string', format: 'person' }, value: person.Id, cell: person.DisplayName },
    sequence: {
      declared: { type: 'string', 'x-sequence': { pattern: 'S-{number:4}', given: true } },
      ...{ value: 'S-0042', imported: 'S-0077' },
    },
    file: {
      declared: { type: 'string', format: 'file' },
      value: paper,
      cell: fileNames.paper,
      finds: filled,
    },
    picture: {
      declared: { type: 'string', format: 'picture' },
      ...{ value: photo, cell: fileNames.photo, finds: filled },
    },
    files: {
      declared: { type: 'array', maxItems: 3, default: [], items: { type: 'string', format: 'file' } },
      ...{ value: papers, cell: fileNames.papers.join('; '), drawn: '{count} files', finds: filled },
    },
    signature: {
      declared: { type: 'string', format: 'signature' },
      ...{ value: ';Jane Doe', cell: 'Jane Doe', finds: filled },
    },
    html: {
      declared: { type: 'string', format: 'html' },
      value: '<p>Bold</p>',
      drawn: 'Bold',
      finds: { operator: 'ne', text: '' },
    },
    rule: {
      declared: {
        type: 'string',
        format: 'rule',
        'x-rule': { operands: { entity: 'parameter', by: { ProductId: null } } },
      },
      value: '1 = 1',
      finds: { operator: 'ne', text: '' },
    },
    id: {
      declared: { type: 'string', format: 'uuid' },
      value: '01900000-0000-7000-8000-000000000042',
    },
    object: {
      declared: { type: 'object', properties: { Part: { type: 'string', maxLength: 20, title: 'Part' } } },
      ...{ value: { Part: 'Door' }, cell: 'Door', finds: { operator: 'eq', text: 'Door', path: 'Part' } },
    },
    rows: {
      declared: {
        ...{ type: 'array', maxItems: 3 },
        items: { type: 'object', properties: { Step: { type: 'string', maxLength: 20, title: 'Step' } } },
      },
      ...{
        value: [{ Step: 'Lift' }],
        cell: 'Lift',
        drawn: '1',
        finds: { operator: 'eq', text: 'Lift', path: 'Step' },
      },
    },
    json: { declared: {}, value: { any: 1 }, cell: '{"any":1}', finds: { operator: 'ne', text: '' } },
  };
}

/** Kinds that bring examples use the first of them. */
function exampleSamples() {
  const names = ['duration', 'email', 'phone', 'link', 'time', 'choices', 'place'] as const;
  const samples = names.map((kind) => {
    const { declared = {}, good = [] } = kinds[kind].examples ?? {};
    const [first] = good;
    const { sent, answered = sent, en } = first ?? { en: '' };
    const one = Array.isArray(answered) ? { finds: { operator: 'in', text: String(answered[0]) } } : {};
    return [kind, { declared, value: sent, answered, cell: en, ...one }] as const;
  });
  return Object.fromEntries(samples) as unknown as Readonly<Record<(typeof names)[number], KindSample>>;
}
