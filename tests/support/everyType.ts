/**
 * One field of every type a person may add, with values to try it with, so that every type gets the same
 * tests.
 */
import type { Change, FieldChange } from '#engine';

type FieldType = FieldChange['type'];
type Texts = FieldChange['title'];

export type TypeCase = {
  readonly type: FieldType;
  readonly name: string;
  readonly title: Texts;
  /** Properties of the change besides its type and title. */
  readonly words: object;
  /** Two values, of which the second sorts after the first; references name brands by position. */
  readonly values: readonly [unknown, unknown];
  /**
   * The suggested filter of the list, and which of the two records it finds; rows are searched by their
   * contents.
   */
  readonly filter: {
    readonly path?: string;
    readonly operator: string;
    readonly value: string;
    readonly finds: 0 | 1;
  };
  /** The sort path of the list; a list of rows cannot be sorted by. */
  readonly sort?: string;
  /** The path that the column shows; default: the field. */
  readonly column?: string;
  /** The heading of the column, if it is not the title of the field. */
  readonly heads?: Texts;
  readonly wrong: { readonly value: unknown; readonly says: Texts };
  /** Cells of the two values in a French file. */
  readonly cells: readonly [string, string];
  /** JSON type in the OpenAPI document. */
  readonly json: string;
  /** Its line in the generated types. */
  readonly line: string;
};

const texts = (en: string, fr: string): Texts => ({ 'en-CA': en, 'fr-CA': fr });
const nbsp = '\u00a0';

const simple = [
  {
    type: 'text',
    name: 'InspectorName',
    title: texts('Name of the inspector', 'Nom de l’inspecteur'),
    words: { maxLength: 40 },
    values: ['Aster, "Al"', 'Zoé'],
    filter: { operator: 'contains', value: 'aster', finds: 0 },
    sort: 'InspectorName',
    wrong: {
      value: 'x'.repeat(41),
      says: texts('Enter at most 40 characters.', 'Saisissez au plus 40 caractères.'),
    },
    cells: ['Aster, "Al"', 'Zoé'],
    json: 'string',
    line: 'InspectorName?: string',
  },
  {
    type: 'multiline',
    name: 'InspectionNotes',
    title: texts('Inspection notes', 'Notes d’inspection'),
    words: {},
    values: ['All well\nno rust', 'Rusty\nbelow'],
    filter: { operator: 'contains', value: 'NO RUST', finds: 0 },
    sort: 'InspectionNotes',
    wrong: {
      value: 5,
      says: texts(
        'Inspection notes must be text.',
        `La valeur du champ «${nbsp}Notes d’inspection${nbsp}» doit être du texte.`,
      ),
    },
    cells: ['All well\nno rust', 'Rusty\nbelow'],
    json: 'string',
    line: 'InspectionNotes?: string',
  },
  {
    type: 'integer',
    name: 'InspectionMinutes',
    title: texts('Inspection minutes', 'Minutes d’inspection'),
    words: { minimum: 1, maximum: 600 },
    values: [9, 45],
    filter: { operator: 'eq', value: '9', finds: 0 },
    sort: 'InspectionMinutes',
    wrong: {
      value: 1.5,
      says: texts(
        'Inspection minutes must be a whole number.',
        `La valeur du champ «${nbsp}Minutes d’inspection${nbsp}» doit être un nombre entier.`,
      ),
    },
    cells: ['9', '45'],
    json: 'integer',
    line: 'InspectionMinutes?: number',
  },
  {
    type: 'decimal',
    name: 'TreadDepth',
    title: texts('Tread depth', 'Profondeur des sculptures'),
    words: { scale: 3 },
    values: [1.125, 10.25],
    filter: { operator: 'eq', value: '1.125', finds: 0 },
    sort: 'TreadDepth',
    wrong: {
      value: 'deep',
      says: texts(
        'Tread depth must be a number.',
        `La valeur du champ «${nbsp}Profondeur des sculptures${nbsp}» doit être un nombre.`,
      ),
    },
    cells: ['1.125', '10.25'],
    json: 'number',
    line: 'TreadDepth?: number',
  },
  {
    type: 'money',
    name: 'InspectionPrice',
    title: texts('Inspection price', 'Prix de l’inspection'),
    words: { minimum: 0 },
    values: [9.99, 100.5],
    filter: { operator: 'eq', value: '9.99', finds: 0 },
    sort: 'InspectionPrice',
    wrong: {
      value: 1.999,
      says: texts(
        'Inspection price can have at most 2 decimal places.',
        `Le champ «${nbsp}Prix de l’inspection${nbsp}» accepte au plus 2 décimales.`,
      ),
    },
    cells: ['9.99', '100.5'],
    json: 'number',
    line: 'InspectionPrice?: number',
  },
  {
    type: 'percent',
    name: 'InspectionDiscount',
    title: texts('Inspection discount', 'Rabais d’inspection'),
    words: { minimum: 0, maximum: 100 },
    values: [5, 12.5],
    filter: { operator: 'eq', value: '5', finds: 0 },
    sort: 'InspectionDiscount',
    wrong: {
      value: 101,
      says: texts(
        'Inspection discount must be 100 or less.',
        `La valeur du champ «${nbsp}Rabais d’inspection${nbsp}» doit être d’au plus 100.`,
      ),
    },
    cells: ['5', '12.5'],
    json: 'number',
    line: 'InspectionDiscount?: number',
  },
  {
    type: 'boolean',
    name: 'InspectionPassed',
    title: texts('Inspection passed', 'Inspection réussie'),
    words: {},
    values: [false, true],
    filter: { operator: 'eq', value: 'true', finds: 1 },
    sort: 'InspectionPassed',
    wrong: {
      value: 'maybe',
      says: texts(
        'Inspection passed must be yes or no.',
        `La valeur du champ «${nbsp}Inspection réussie${nbsp}» doit être oui ou non.`,
      ),
    },
    cells: ['Non', 'Oui'],
    json: 'boolean',
    line: 'InspectionPassed?: boolean',
  },
  {
    type: 'date',
    name: 'InspectionDay',
    title: texts('Day of the inspection', 'Jour de l’inspection'),
    words: {},
    values: ['2026-02-01', '2026-11-30'],
    filter: { operator: 'ge', value: '2026-06-01', finds: 1 },
    sort: 'InspectionDay',
    wrong: {
      value: '2026-02-30',
      says: texts(
        'Enter a valid date as year-month-day, such as 2026-01-31.',
        'Saisissez une date valide sous la forme année-mois-jour, par exemple 2026-01-31.',
      ),
    },
    cells: ['2026-02-01', '2026-11-30'],
    json: 'string',
    line: 'InspectionDay?: string',
  },
  {
    type: 'datetime',
    name: 'InspectionStart',
    title: texts('Start of the inspection', 'Début de l’inspection'),
    words: {},
    values: ['2026-02-01T10:30:00.000Z', '2026-11-30T22:15:00.000Z'],
    filter: { operator: 'ge', value: '2026-06-01T00:00:00Z', finds: 1 },
    sort: 'InspectionStart',
    wrong: {
      value: 'yesterday',
      says: texts(
        'Enter a date and time, such as 2026-01-31 09:30 (in data: 2026-01-31T09:30:00Z).',
        'Saisissez une date et une heure, comme 2026-01-31 09:30 (dans les données : 2026-01-31T09:30:00Z).',
      ),
    },
    cells: ['2026-02-01T10:30:00', '2026-11-30T22:15:00'],
    json: 'string',
    line: 'InspectionStart?: string',
  },
  {
    type: 'choice',
    name: 'InspectionGrade',
    title: texts('Grade', 'Cote'),
    words: {
      choices: [
        { name: 'Good', title: texts('Good', 'Bonne') },
        { name: 'Poor', title: texts('Poor', 'Mauvaise') },
      ],
    },
    values: ['Good', 'Poor'],
    filter: { operator: 'in', value: 'Good', finds: 0 },
    sort: 'InspectionGrade',
    wrong: {
      value: 'Splendid',
      says: texts(
        'Choose a value for Grade from the list.',
        `Choisissez dans la liste une valeur pour le champ «${nbsp}Cote${nbsp}».`,
      ),
    },
    cells: ['Bonne', 'Mauvaise'],
    json: 'string',
    line: 'InspectionGrade?: string',
  },
] satisfies readonly TypeCase[];

/** References need records: two brands, ordered by name. */
export function everyType(
  brands: readonly { readonly Id: string; readonly Name: string }[],
): readonly TypeCase[] {
  const [first, second] = brands;
  if (!first || !second) throw new Error('Two brands are needed.');
  return [
    ...simple,
    {
      type: 'reference',
      name: 'InspectedBrandId',
      title: texts('Inspected brand', 'Marque inspectée'),
      words: { reference: 'brand' },
      values: [first.Id, second.Id],
      filter: { operator: 'in', value: first.Id, finds: 0 },
      sort: 'InspectedBrand.Name',
      column: 'InspectedBrand.Name',
      wrong: {
        value: '3f6b1f7e-0000-4000-8000-000000000000',
        says: texts('Inspected brand', 'Marque inspectée'),
      },
      cells: [first.Name, second.Name],
      json: 'string',
      line: 'InspectedBrandId?: string',
    },
    {
      type: 'rows',
      name: 'InspectionSteps',
      title: texts('Steps', 'Étapes'),
      words: {
        fields: [
          { name: 'Step', type: 'text', title: texts('Step', 'Étape'), required: true },
          { name: 'Cost', type: 'money', title: texts('Cost', 'Coût'), minimum: 0 },
        ],
      },
      values: [
        [{ Step: 'Look', Cost: 5 }],
        [
          { Step: 'Lift', Cost: 12.5 },
          { Step: 'Drive', Cost: 0 },
        ],
      ],
      filter: { path: 'InspectionSteps.Step', operator: 'contains', value: 'drive', finds: 1 },
      column: 'InspectionSteps.Step',
      heads: texts('Step', 'Étape'),
      wrong: {
        value: [{ Step: 'Look', Cost: -1 }],
        says: texts(
          'Cost must be 0 or more.',
          `La valeur du champ «${nbsp}Coût${nbsp}» doit être d’au moins 0.`,
        ),
      },
      cells: ['Look', 'Lift, Drive'],
      json: 'array',
      line: 'InspectionSteps?: ',
    },
  ];
}

/** The change that adds the field of a case. */
export function fieldChange(entity: string, { type, name, title, words }: TypeCase): FieldChange {
  return { kind: 'field', name: `${entity}.${name}`, type, title, ...words } as FieldChange;
}

export type Places = { readonly form: readonly [string, string]; readonly list: readonly [string, string] };

/** The changes that add every field, on a form, as a column and as a filter. */
export function everyChange(
  entity: string,
  { form: [screen, block], list: [lists, grid] }: Places,
  cases: readonly TypeCase[],
): readonly Change[] {
  const place = (of: string, part: string, as: 'item' | 'column' | 'filter', field: string): Change => ({
    kind: 'place',
    name: `${of}.${part}.${as}.${field}`,
    screen: of,
    block: part,
    as,
    field,
  });
  return cases.flatMap((one) => [
    fieldChange(entity, one),
    place(screen, block, 'item', one.name),
    place(lists, grid, 'column', one.column ?? one.name),
    place(lists, grid, 'filter', one.filter.path ?? one.name),
  ]);
}
