/** The type and limits of a field from a schema of one value, with the reason. */
import { hasSetting } from '../overlay/fieldTypes.ts';
import type { FieldType } from '../overlay/types.ts';
import { choiceField } from './choiceField.ts';
import type { Notes } from './createNotes.ts';
import { decimalsOf, textWithLimits, valueLimits } from './limits.ts';
import { below } from './pointers.ts';
import type { Bag, Found } from './types.ts';

export function scalarField(bag: Bag, notes: Notes): Found {
  const choice = choiceField(bag, notes);
  if (choice) return choice;
  const type = typeOf(bag, notes);
  if (type === 'boolean') return withDefault(bag, plain('boolean', 'schema-boolean'), notes);
  const found = type === 'string' ? ofText(bag, notes) : ofNumber(bag, type, notes);
  return withDefault(bag, found, notes);
}

const plain = (type: FieldType, code: string, params: Found['reason']['params'] = {}): Found => ({
  type,
  facts: {},
  reason: { code, params },
});

type Scalar = 'boolean' | 'integer' | 'number' | 'string';

/** What the schema states, or what its other words mean. */
function typeOf({ words, at }: Bag, notes: Notes): Scalar {
  const stated = [words.get('type')]
    .flat()
    .filter((one): one is string => typeof one === 'string' && one !== 'null');
  const known = stated.filter((one): one is Scalar =>
    ['boolean', 'integer', 'number', 'string'].includes(one),
  );
  const isNumber = known.includes('number') && known.every((one) => one === 'number' || one === 'integer');
  if (isNumber) return 'number';
  if (known.length === 1 && stated.length === 1) return known[0] as Scalar;
  if (stated.length === 0) {
    if (['minimum', 'maximum', 'multipleOf'].some((word) => words.has(word))) return 'number';
    if (['pattern', 'maxLength', 'minLength', 'format'].some((word) => words.has(word))) return 'string';
    notes.note(at, 'type-none');
    return 'string';
  }
  notes.note(at, 'type-mixed', { word: stated.join(', ').slice(0, 100) });
  return 'string';
}

function ofNumber(bag: Bag, type: 'integer' | 'number', notes: Notes): Found {
  const step = bag.words.get('multipleOf');
  const isWhole = type === 'integer' || (typeof step === 'number' && Number.isInteger(step) && step > 0);
  const stepPlace = below(bag.at, 'multipleOf');
  const scale = decimalScale(bag);
  if (typeof step === 'number' && step !== 1 && step !== 10 ** -scale)
    notes.note(stepPlace, 'keyword', { word: 'multipleOf' });
  const format = bag.words.get('format');
  if (typeof format === 'string' && !numberFormats.has(format))
    notes.note(below(bag.at, 'format'), 'format', { word: format.slice(0, 60) });
  const facts = valueLimits(bag, isWhole ? 0 : scale, notes);
  if (isWhole) return { type: 'integer', facts, reason: { code: 'schema-integer', params: {} } };
  const reason = { code: 'schema-number', params: { count: scale } };
  return { type: 'decimal', facts: { ...facts, scale }, reason };
}

const numberFormats = new Set([
  'int32',
  'int64',
  'float',
  'double',
  'decimal',
  'uint32',
  'uint64',
  'int',
  'uint',
]);

/** Decimals that the schema writes anywhere; otherwise four. */
function decimalScale({ words }: Bag): number {
  const step = words.get('multipleOf');
  if (typeof step === 'number') return Math.min(8, decimalsOf(step));
  const written = ['minimum', 'maximum', 'default', 'exclusiveMinimum', 'exclusiveMaximum'].map((word) =>
    decimalsOf(words.get(word)),
  );
  return Math.min(8, Math.max(4, ...written));
}

/** Formats that are kinds of fields here. */
const formats: Readonly<Record<string, FieldType | undefined>> = {
  date: 'date',
  'date-time': 'datetime',
  time: 'time',
  email: 'email',
  'idn-email': 'email',
  uri: 'link',
  url: 'link',
  iri: 'link',
  phone: 'phone',
  tel: 'phone',
  telephone: 'phone',
  place: 'place',
  signature: 'signature',
  html: 'html',
  multiline: 'multiline',
  textarea: 'multiline',
  'data-url': 'file',
  binary: 'file',
  byte: 'file',
};

/** Longer texts get several lines. */
const longestLine = 1000;

function ofText(bag: Bag, notes: Notes): Found {
  const { words, at } = bag;
  const format = words.get('format');
  const encoding = words.get('contentEncoding');
  const kind = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (kind === 'file' || encoding === 'base64') return ofFile(bag);
  if (kind)
    return {
      type: kind,
      facts: textWithLimits(bag, kind, notes),
      reason: { code: 'schema-format', params: { word: String(format) } },
    };
  if (format === 'uuid')
    return {
      type: 'text',
      facts: { maxLength: 36 },
      reason: { code: 'schema-format', params: { word: format } },
    };
  if (typeof format === 'string') notes.note(below(at, 'format'), 'format', { word: format.slice(0, 60) });
  const { maxLength = 256 } = textWithLimits(bag, 'text', notes);
  const type = maxLength > longestLine && !words.has('pattern') ? 'multiline' : 'text';
  const facts = { ...textWithLimits(bag, type, notes), maxLength };
  return { type, facts, reason: { code: 'schema-text', params: { count: maxLength } } };
}

function ofFile({ words }: Bag): Found {
  const media = words.get('contentMediaType');
  const isMedia = typeof media === 'string' && /^[a-z]+\/[a-z0-9.+-]+$/i.test(media);
  return {
    type: 'file',
    facts: isMedia ? { accept: [media.toLowerCase()] } : {},
    reason: { code: 'schema-file', params: {} },
  };
}

/** The default, where the kind of field takes it and it keeps the limits. */
function withDefault(bag: Bag, found: Found, notes: Notes): Found {
  const given = bag.words.get('default');
  if (given === undefined || given === null || given === '') return found;
  if (hasSetting(found.type, 'default') && fits(found, given))
    return { ...found, facts: { ...found.facts, default: given } };
  notes.note(below(bag.at, 'default'), 'default');
  return found;
}

function fits({ type, facts }: Found, value: unknown): boolean {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = facts;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = facts;
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer' || type === 'decimal') {
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    return (
      isNumber && value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value))
    );
  }
  if (typeof value !== 'string' || pattern !== undefined) return false;
  return value.length >= minLength && value.length <= maxLength;
}
