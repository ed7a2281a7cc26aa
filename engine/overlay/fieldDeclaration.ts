/** Translates a field of an overlay to the language of entity.json, by type. */
import type { Field } from '../declaration/types.generated.ts';
import type { FieldChange, FieldType, RowFieldChange } from './types.ts';

/** A field as described by a change, of an entity or of its rows. */
export type Described = Omit<RowFieldChange, 'type' | 'required'> &
  Pick<FieldChange, 'type' | 'fields' | 'localized' | 'sequence'>;

/** The property of a field; `lookup` is the list of its choices, if any. */
export function fieldDeclaration(change: Described, lookup: string | undefined): Field {
  const limits = Object.fromEntries(
    limitNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])),
  );
  return {
    ...typed[change.type](change, lookup),
    ...limits,
    ...('localized' in change && change.localized && { 'x-localized': true as const }),
    ...(change.shape && { 'x-shape': change.shape['en-CA'] }),
    ...(change.default !== undefined && { default: change.default }),
    ...(change.title && { title: change.title['en-CA'] }),
    ...(change.help && { description: change.help['en-CA'] }),
  };
}

export const limitNames = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

const scaled = ({ scale = 2 }: Described) => ({ scale });

/** Default limits, so that every text is bounded. */
const textLength = { text: 256, multiline: 4000, html: 200_000, email: 254, phone: 60, link: 2000 };
const rowCount = 100;

const typed = {
  text: () => ({ type: 'string', maxLength: textLength.text }),
  multiline: () => ({ type: 'string', format: 'multiline', maxLength: textLength.multiline }),
  html: () => ({ type: 'string', format: 'html', maxLength: textLength.html }),
  integer: () => ({ type: 'integer' }),
  decimal: (change) => ({ type: 'number', 'x-decimal': scaled(change) }),
  money: (change) => ({ type: 'number', 'x-money': scaled(change) }),
  percent: (change) => ({ type: 'number', 'x-percent': scaled(change) }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'string', format: 'date-time' }),
  time: () => ({ type: 'string', format: 'time-local' }),
  duration: () => ({ type: 'integer', 'x-duration': true }),
  email: () => ({ type: 'string', format: 'email', maxLength: textLength.email }),
  phone: () => ({ type: 'string', format: 'phone', maxLength: textLength.phone }),
  link: () => ({ type: 'string', format: 'uri', maxLength: textLength.link }),
  sequence: ({ sequence = '' }) => ({ type: 'string', 'x-sequence': { pattern: sequence } }),
  person: ({ account }) => ({ type: 'string', format: 'person', ...(account && { 'x-account': account }) }),
  choice: ({ choices }, lookup) => ({ ...(choices && { type: 'string' }), 'x-lookup': lookup ?? '' }),
  choices: (_change, lookup) => ({
    ...{ type: 'array', default: [], uniqueItems: true },
    'x-lookup': lookup ?? '',
  }),
  reference: ({ name, reference = '', show = [] }) => ({
    'x-ref': reference,
    'x-expand': { as: expandedName(name), fields: show },
  }),
  references: ({ name, reference = '', show = [] }) => ({
    type: 'array',
    maxItems: rowCount,
    default: [],
    uniqueItems: true,
    items: { 'x-ref': reference },
    'x-expand': { as: lastName(name), fields: show },
  }),
  file: ({ accept, maxBytes }) => ({
    type: 'string',
    format: 'file',
    ...((accept || maxBytes) && { 'x-file': { ...(accept && { accept }), ...(maxBytes && { maxBytes }) } }),
  }),
  rows: () => ({ type: 'array', maxItems: rowCount, default: [] }),
} satisfies Record<FieldType, (change: Described, lookup: string | undefined) => object> as unknown as Record<
  FieldType,
  (change: Described, lookup: string | undefined) => Field
>;

const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** `InspectorId` → Inspector: the name of the expansion in answers. */
export function expandedName(name: string): string {
  const last = lastName(name);
  return last.endsWith('Id') && last.length > 2 ? last.slice(0, -2) : `${last}Record`;
}
