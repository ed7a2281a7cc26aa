/** Changes that are wrong by themselves, with their findings. */
export const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
export const field = (type: string, more: object = {}) => ({ type, title: texts('Rating', 'Cote'), ...more });
export const choices = (...names: string[]) => names.map((name) => ({ name, title: texts(name) }));
export const stepFields = (...more: object[]) => [
  { name: 'Step', type: 'text', title: texts('Step') },
  ...more,
];
export const locales = ['en-CA', 'fr-CA'] as const;
export const nbsp = '\u00a0';

export type Wrong = {
  readonly what: string;
  /** Path of a change in the draft → the change. */
  readonly changes: Readonly<Record<string, object>>;
  readonly says: Readonly<Record<(typeof locales)[number], string>>;
};

/** Wrong by itself, whatever is stored. */
export const unsound: readonly Wrong[] = [
  ...['Revision', 'RowId', 'TotalItems', 'Record'].map((name) => ({
    what: `the reserved name ${name}`,
    changes: { [`field/product.${name}`]: field('text') },
    says: texts(
      `The name ${name} is reserved. Choose another one.`,
      `Le nom ${name} est réservé. Choisissez-en un autre.`,
    ),
  })),
  {
    what: 'the name of a shipped field',
    changes: { 'field/product.Name': field('text') },
    says: texts(
      'There is already a field Name. Choose another name.',
      'Il y a déjà un champ Name. Choisissez un autre nom.',
    ),
  },
  {
    what: 'what answers call a reference',
    changes: { 'field/product.BRAND': field('text') },
    says: texts('There is already a field Brand.', 'Il y a déjà un champ Brand.'),
  },
  {
    what: 'two names that differ in case only',
    changes: { 'field/product.Rating': field('text'), 'field/product.RATING': field('text') },
    says: texts('There is already a field RATING.', 'Il y a déjà un champ RATING.'),
  },
  {
    what: 'two names of one row that differ in case only',
    changes: {
      'field/product.Rating': field('rows', {
        fields: stepFields({ name: 'STEP', type: 'text', title: texts('Step') }),
      }),
    },
    says: texts('STEP is listed twice. Remove one.', 'STEP figure deux fois. Retirez l’un des deux.'),
  },
  {
    what: 'a name that is none',
    changes: { 'field/product.rating': field('text') },
    says: texts('This must match', 'La valeur doit avoir la forme'),
  },
  {
    what: 'the name of a shipped entity',
    changes: { 'entity/product': { title: texts('Product'), plural: texts('Products') } },
    says: texts('There is already an entity product.', 'Il y a déjà une entité product.'),
  },
  {
    what: 'a default beyond its limits',
    changes: { 'field/product.Rating': field('integer', { maximum: 5, default: 9 }) },
    says: texts(
      'The default 9 does not match the type or limits of the field. Correct it.',
      'La valeur par défaut 9 ne respecte pas le type et les limites du champ. Corrigez-la.',
    ),
  },
  {
    what: 'a default that its own rule refuses',
    changes: {
      'field/product.Rating': field('integer', { default: 4 }),
      'rule/product.small': { check: 'Rating < 3', at: ['Rating'], message: texts('Small.', 'Petit.') },
    },
    says: texts('refuses the default', 'refuse la valeur par défaut'),
  },
  {
    what: 'a default that is no choice',
    changes: { 'field/product.Rating': field('choice', { choices: choices('Good'), default: 'Bad' }) },
    says: texts('The default "Bad" does not match', 'La valeur par défaut "Bad" ne respecte pas'),
  },
  {
    what: 'computed fields that need each other',
    changes: {
      'field/product.First': field('integer', { computed: { value: 'Second + 1' } }),
      'field/product.Second': field('integer', { computed: { value: 'First + 1' } }),
    },
    says: texts(
      'Computed fields depend on each other:',
      `Des champs calculés dépendent les uns des autres${nbsp}:`,
    ),
  },
  {
    what: 'a computed field that needs itself',
    changes: { 'field/product.First': field('integer', { computed: { value: 'First + 1' } }) },
    says: texts(
      'Computed fields depend on each other:',
      `Des champs calculés dépendent les uns des autres${nbsp}:`,
    ),
  },
  {
    what: 'an expression that refers to nothing',
    changes: { 'field/product.Rating': field('text', { visible: 'Nothing = 1' }) },
    says: texts('Character 1:', `Caractère 1${nbsp}:`),
  },
  {
    what: 'limits that cross',
    changes: { 'field/product.Rating': field('integer', { minimum: 9, maximum: 1 }) },
    says: texts('The minimum (9) is greater than the maximum (1).', 'Le minimum (9) dépasse le maximum (1).'),
  },
  {
    what: 'a shipped limit made wider',
    changes: { 'adjust/field.product.Code': { maxLength: 999, was: { maxLength: 256 } } },
    says: texts('can be made stricter, but not looser', 'peut devenir plus stricte, mais pas plus souple'),
  },
  {
    what: 'a shipped rule switched off',
    changes: { 'rule/product.end-in-future': { off: true } },
    says: texts(
      'is part of the application and cannot be changed',
      'fait partie de l’application et n’est pas modifiable',
    ),
  },
  {
    what: 'an example that does not hold',
    changes: {
      'rule/product.small': {
        check: 'QuoteExpiryInDays < 3',
        at: ['QuoteExpiryInDays'],
        message: texts('Small.', 'Petit.'),
        examples: [{ title: 'Nine', record: { QuoteExpiryInDays: 9 }, holds: true }],
      },
    },
    says: texts(
      'The example “Nine” should be accepted',
      `L’exemple «${nbsp}Nine${nbsp}» devrait être accepté`,
    ),
  },
];
