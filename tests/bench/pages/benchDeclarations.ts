import type { Change, DeclarationSet } from '#engine';
import defaults from '../../../base/schemas/defaults.json';

export type FieldSort = 'text' | 'integer' | 'money' | 'boolean' | 'date';

/** Kinds in the mix of an ordinary back-office form. */
const mix: readonly FieldSort[] = [
  'text',
  'text',
  'text',
  'integer',
  'boolean',
  'text',
  'money',
  'text',
  'text',
  'date',
];

const schemas: Record<FieldSort, object> = {
  text: { type: 'string', maxLength: 200 },
  integer: { type: 'integer', minimum: 0, maximum: 100000 },
  money: { type: 'number', 'x-money': { scale: 2 } },
  boolean: { type: 'boolean', default: false },
  date: { type: 'string', format: 'date' },
};

export type BenchField = { readonly name: string; readonly sort: FieldSort };

/** The fields of a form of so many. */
export function benchFields(count: number): readonly BenchField[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Field${index}`,
    sort: mix[index % mix.length] ?? 'text',
  }));
}

export type BenchRule = {
  readonly kind: 'required' | 'check' | 'relevant';
  readonly from: string;
  readonly to: string;
};

/** So many rules, each from one text field to the next. */
export function benchRules(fields: readonly BenchField[], count: number): readonly BenchRule[] {
  const texts = fields.filter(({ sort }) => sort === 'text');
  const kinds = ['required', 'check', 'relevant'] as const;
  return Array.from({ length: count }, (_, index) => {
    const from = texts[index % texts.length] as BenchField;
    const to = texts[(index + 1) % texts.length] as BenchField;
    return { kind: kinds[index % kinds.length] ?? 'check', from: from.name, to: to.name };
  });
}

/** The same as declarations: one entity, its rules, one screen. */
export function benchDeclarations(
  fields: readonly BenchField[],
  rules: readonly BenchRule[],
): DeclarationSet {
  const entity = {
    $id: 'bench',
    title: 'Bench',
    'x-plural': 'Benches',
    type: 'object',
    'x-label': 'Field0',
    required: ['Field0'],
    properties: Object.fromEntries(
      fields.map(({ name, sort }) => [name, { ...schemas[sort], title: `Title of ${name}` }]),
    ),
  };
  const behaviour = {
    for: 'bench',
    rules: rules.map((rule, index) => ({ id: `bench.rule${index}`, ...ruleOf(rule) })),
    policy: { view: 'login', create: 'login', update: 'login', remove: 'login' },
  };
  const screen = {
    id: 'bench',
    route: '/bench',
    access: 'login',
    title: 'entity.bench',
    blocks: [
      {
        kind: 'form',
        id: 'bench',
        entity: 'bench',
        sections: sectionsOf(fields),
        save: { label: 'ui.save', route: 'POST /bench', access: 'login' },
      },
    ],
  };
  const api = { for: 'bench', routes: [{ route: 'POST /bench', operation: 'create' }] };
  return {
    files: [
      { file: 'schemas/defaults.json', json: defaults },
      { file: 'schemas/bench/bench/entity.json', json: entity },
      { file: 'schemas/bench/bench/behaviour.json', json: behaviour },
      { file: 'schemas/bench/bench/api.json', json: api },
      { file: 'screens/bench/bench.json', json: screen },
    ],
  };
}

/** More fields of the same form, as someone publishes them who does not program. */
export function benchOverlay(shipped: readonly BenchField[], more: readonly BenchField[]): readonly Change[] {
  const sections = sectionsOf(shipped).length;
  return more.flatMap(({ name, sort }, index): Change[] => [
    {
      kind: 'field',
      name: `bench.${name}`,
      type: sort,
      title: { 'en-CA': `Title of ${name}`, 'fr-CA': `Titre de ${name}` },
      ...(sort === 'boolean' ? { default: false } : {}),
    } as Change,
    {
      kind: 'place',
      name: `bench.bench.item.${name}`,
      screen: 'bench',
      block: 'bench',
      as: 'item',
      section: `section${index % sections}`,
      field: name,
    } as Change,
  ]);
}

function ruleOf({ kind, from, to }: BenchRule): object {
  if (kind === 'required') return { field: to, required: `$length($string(${from})) > 40` };
  if (kind === 'relevant') return { field: to, relevant: `$not(${from} = 'hide')`, retain: 'keep' };
  return { check: `$not(${from} = ${to})`, when: `$has(${from})`, at: [to], message: 'validation.invalid' };
}

/** Ten fields a section, as people group them. */
function sectionsOf(fields: readonly BenchField[]): object[] {
  return Array.from({ length: Math.ceil(fields.length / 10) }, (_, place) => ({
    id: `section${place}`,
    columns: 3,
    items: fields.slice(place * 10, place * 10 + 10).map(({ name }) => name),
  }));
}
