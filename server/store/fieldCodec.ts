/** Converts values between records and the stored form shared by all store adapters. */
import { type DataRecord, type FieldModel, inListOrder, kinds, type Model, wellFormed } from '#engine';
import { decimalText } from './decimalText.ts';

/** Stored values are text, numbers, booleans, or JSON trees of these; null means empty. */
export type FieldCodec = {
  readonly field: FieldModel;
  /** Throws a TypeError that names the field if the value does not fit it. */
  readonly encode: (value: unknown) => unknown;
  /** Converts a non-null stored value to the answer's value; the caller owns the result. */
  readonly decode: (kept: unknown) => unknown;
  /** The answer's value equals the stored one. */
  readonly isPlain: boolean;
  /** The answer's value for empty: lists are `[]`, everything else is absent. */
  readonly empty?: readonly never[];
  /** For lookups with an expansion: the object placed beside the id. */
  readonly expandLookup?: (kept: unknown) => DataRecord;
};

/** The codec of a field, including those of its rows. */
export function fieldCodec(field: FieldModel, model: Model): FieldCodec {
  const { encode, decode } = codecsByKind(field, model);
  return {
    field,
    encode: (value) => (value === null || value === undefined ? null : encode(value)),
    decode,
    isPlain: decode === asIs,
    empty: field.kind === 'rows' || kinds[field.kind].elements ? [] : undefined,
    expandLookup: field.lookup && field.expand ? lookupExpansion(field, model) : undefined,
  };
}

/** Puts a stored value (and its lookup's object) into an answer. */
export function answerInto(answer: Record<string, unknown>, codec: FieldCodec, kept: unknown): void {
  if (kept === null || kept === undefined) {
    if (codec.empty) answer[codec.field.name] = [];
    return;
  }
  answer[codec.field.name] = codec.decode(kept);
  if (codec.expandLookup && codec.field.expand) answer[codec.field.expand.as] = codec.expandLookup(kept);
}

/** Wrapped, because browsers reject `structuredClone` called as a method. */
const ownCopy = (kept: unknown): unknown => structuredClone(kept);

type Codec = Pick<FieldCodec, 'encode' | 'decode'>;

function codecsByKind(field: FieldModel, model: Model): Codec {
  if (field.kind === 'rows' && field.fields) return rowsCodec(field, fieldsCodec(field.fields, model));
  if (field.kind === 'object' && field.fields) return objectCodec(field, fieldsCodec(field.fields, model));
  const { elements } = kinds[field.kind];
  if (elements === 'ids')
    return { encode: (value) => listOf(field, value).map((entry) => idOf(field, entry)), decode: copyList };
  if (elements === 'codes')
    return {
      encode: (value) => inListOrder(field, listOf(field, value)).map((entry) => codeOf(field, entry)),
      decode: copyList,
    };
  const { storage } = field;
  if (storage === 'decimal') return scaledCodec(field);
  return { encode: encoders[storage](field), decode: storage === 'json' ? ownCopy : asIs };
}

const asIs = (value: unknown) => value;
const copyList = (value: unknown) => [...(value as unknown[])];

const encoders: Record<
  Exclude<FieldModel['storage'], 'decimal'>,
  (field: FieldModel) => (value: unknown) => unknown
> = {
  text: (field) => (value) => {
    if (field.lookup !== undefined && typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw misfit(field, 'a text', value);
    return (kinds[field.kind].canonical ?? wellFormed)(value);
  },
  integer: (field) => (value) => {
    if (!Number.isSafeInteger(value)) throw misfit(field, 'a whole number', value);
    return (value as number) + 0;
  },
  number: (field) => (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit(field, 'a number', value);
    return value + 0;
  },
  boolean: (field) => (value) => {
    if (typeof value !== 'boolean') throw misfit(field, 'true or false', value);
    return value;
  },
  json: () => (value) =>
    JSON.parse(JSON.stringify(value, (_name, part) => (typeof part === 'string' ? wellFormed(part) : part))),
};

function scaledCodec(field: FieldModel): Codec {
  const encode = (value: unknown) => {
    const isDecimal = typeof value === 'number' || typeof value === 'string';
    const text = isDecimal ? decimalText(value, field.scale ?? 2) : undefined;
    if (text === undefined) throw misfit(field, 'a decimal number', value);
    return text;
  };
  return { encode, decode: Number };
}

function rowsCodec(field: FieldModel, row: Codec): Codec {
  return {
    encode: (value) => listOf(field, value).map((entry) => row.encode(objectOf(field, entry))),
    decode: (kept) => (kept as unknown[]).map(row.decode),
  };
}

function objectCodec(field: FieldModel, members: Codec): Codec {
  return { encode: (value) => members.encode(objectOf(field, value)), decode: members.decode };
}

/** The stored members of a row or object; empty ones are left out. */
function fieldsCodec(fields: readonly FieldModel[], model: Model): Codec {
  const codecs = fields.filter((field) => field.stored).map((field) => fieldCodec(field, model));
  const encode = (value: unknown) => {
    const kept: Record<string, unknown> = {};
    for (const { field, encode: encodeOne } of codecs) {
      const member = encodeOne((value as DataRecord)[field.name]);
      if (member !== null) kept[field.name] = member;
    }
    return kept;
  };
  const decode = (kept: unknown) => {
    const answer: Record<string, unknown> = {};
    for (const codec of codecs) answerInto(answer, codec, (kept as DataRecord)[codec.field.name]);
    return answer;
  };
  return { encode, decode };
}

function lookupExpansion(field: FieldModel, model: Model): (kept: unknown) => DataRecord {
  const names = [...new Set(['Id', 'Name', ...(field.expand?.fields ?? [])])];
  const members = (item: DataRecord): DataRecord =>
    Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
  const items = model.lookups.get(field.lookup ?? '')?.items ?? [];
  const known = new Map(items.map((item) => [String(item.Id), members(item)]));
  return (kept) => ({ ...(known.get(String(kept)) ?? { Id: kept }) });
}

function listOf(field: FieldModel, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw misfit(field, 'a list', value);
  return value;
}

function objectOf(field: FieldModel, value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw misfit(field, 'an object', value);
  return value;
}

function idOf(field: FieldModel, value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'Id' in value ? value.Id : value;
  if (typeof id !== 'string') throw misfit(field, 'an id', value);
  return wellFormed(id);
}

function codeOf(field: FieldModel, value: unknown): string | number {
  if (typeof value === 'string') return wellFormed(value);
  if (!Number.isSafeInteger(value)) throw misfit(field, 'a code', value);
  return value as number;
}

function misfit(field: FieldModel, wanted: string, value: unknown): TypeError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  return new TypeError(`${field.entity}.${field.path} is stored as ${wanted}, but got ${got}.`);
}
