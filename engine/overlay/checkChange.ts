/** Validates a change against the overlay schema with Ajv. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import behaviour from '../declaration/behaviour.schema.json' with { type: 'json' };
import { changeKinds, placeName } from './changeNames.ts';
import { fieldTypes } from './fieldTypes.ts';
import schema from './overlay.schema.json' with { type: 'json' };
import { rowFieldsOf } from './rowFieldsOf.ts';
import type { Change, ChangeKind, OverlayFinding } from './types.ts';

/** The schema of one change, for editors and documentation. */
export const overlaySchema = schema;

/** Findings about the shape of a change, for any input. */
export function checkChange(json: unknown): readonly OverlayFinding[] {
  const { kind, name } = (typeof json === 'object' && json !== null ? json : {}) as Partial<Change>;
  if (!isKind(kind))
    return [{ at: '/kind', level: 'error', code: 'shape.kind', params: { kinds: changeKinds.join(', ') } }];
  const validate = validatorOf(kind);
  const change = typeof name === 'string' ? { change: { kind, name } } : {};
  const unusable = 'change' in change ? reserved(json as Change) : [];
  if (validate(json)) return [...unusable, ...misnamed(json as Change), ...untyped(json as Change)];
  const misshapen = meant(validate.errors ?? []).map((error): OverlayFinding => {
    return { ...change, at: error.instancePath, level: 'error', ...said(error) };
  });
  return [...unusable, ...misshapen, ...untyped(json as Change)];
}

const isKind = (kind: unknown): kind is ChangeKind => changeKinds.some((known) => known === kind);

let language: Ajv2020 | undefined;

/** Compiled once, and only for kinds that are checked. */
function validatorOf(kind: ChangeKind): ValidateFunction {
  language ??= readLanguage();
  return language.getSchema(`overlay.schema.json#/$defs/${kind}Change`) as ValidateFunction;
}

function readLanguage(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, allowUnionTypes: true });
  // The steps of automations are those of the language; its names are for editors only.
  const { allOf: _names, $id: _id, ...steps } = behaviour;
  ajv.addSchema(steps, '../declaration/behaviour.schema.json');
  return ajv.addSchema(schema);
}

const summaries = new Set(['anyOf', 'oneOf', 'if']);

/** "One of these must stand" only adds confusion to specific errors. */
function meant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain = errors.filter(({ keyword }) => !summaries.has(keyword));
  const all = plain.length > 0 ? plain : errors;
  // Errors that keep a change out of drafts must not be cut off by ten smaller ones.
  return [...all.filter(isAtWhole), ...all.filter((error) => !isAtWhole(error))].slice(0, 10);
}

const isAtWhole = ({ keyword, instancePath }: ErrorObject): boolean =>
  (keyword === 'required' || keyword === 'type') && instancePath.lastIndexOf('/') <= 0;

/** Findings without which a change cannot even be stored in a draft, because its target is unclear. */
export function isUnkeepable({ change, code, at = '', params }: OverlayFinding): boolean {
  if (code === 'shape.missing') return at === '' && isNeeded(change?.kind, params.word);
  return code === 'shape.reserved' || (code === 'shape.type' && at.lastIndexOf('/') <= 0);
}

/** Other required members (a form's text, a language) may be missing during editing. */
function isNeeded(kind: ChangeKind | undefined, word: unknown): boolean {
  const needed: readonly string[] = kind ? schema.$defs[`${kind}Change`].required : [];
  return typeof word === 'string' && needed.includes(word);
}

/** Names on Object.prototype would be mistaken for declared ones. */
function reserved({ kind, name }: Change): readonly OverlayFinding[] {
  const word = name.split('.').find((part) => part in Object.prototype);
  if (word === undefined) return [];
  return [{ change: { kind, name }, at: '/name', level: 'error', code: 'shape.reserved', params: { word } }];
}

/** The name of a placement is derived from its place, so that equal placements have equal names. */
function misnamed(change: Change): readonly OverlayFinding[] {
  if (change.kind !== 'place' || change.name === placeName(change)) return [];
  const { kind, name } = change;
  const params = { name: placeName(change) };
  return [{ change: { kind, name }, at: '/name', level: 'error', code: 'name-differs', params }];
}

/** Types are those of the registry, which extensions add to. */
function untyped(change: Change): readonly OverlayFinding[] {
  if (change.kind !== 'field') return [];
  const { kind, name, type } = change;
  const places = [
    { at: '/type', asked: type, known: fieldTypes() },
    ...rowFieldsOf(change).map((field, index) => ({
      at: `/fields/${index}/type`,
      asked: field.type,
      known: fieldTypes({ inRows: true }),
    })),
  ];
  return places.flatMap(({ at, asked, known }): readonly OverlayFinding[] => {
    if (typeof asked !== 'string' || known.some((one) => one === asked)) return [];
    const params = { values: known.join(', ') };
    return [{ change: { kind, name }, at, level: 'error', code: 'shape.enum', params }];
  });
}

function said({ keyword, params, message = '' }: ErrorObject): Pick<OverlayFinding, 'code' | 'params'> {
  const say = sayings[keyword];
  return say ? say(params) : { code: 'shape.other', params: { message } };
}

const sayings: Readonly<
  Record<string, ((params: ErrorObject['params']) => Pick<OverlayFinding, 'code' | 'params'>) | undefined>
> = {
  additionalProperties: ({ additionalProperty: word }) => ({ code: 'shape.unknown', params: { word } }),
  required: ({ missingProperty: word }) => ({ code: 'shape.missing', params: { word } }),
  type: ({ type }) => ({ code: 'shape.type', params: { type: String(type) } }),
  enum: ({ allowedValues }) => ({ code: 'shape.enum', params: { values: allowedValues.join(', ') } }),
  const: ({ allowedValue }) => ({ code: 'shape.enum', params: { values: JSON.stringify(allowedValue) } }),
  pattern: ({ pattern }) => ({ code: 'shape.pattern', params: { pattern } }),
  minLength: () => ({ code: 'shape.empty', params: {} }),
  minItems: () => ({ code: 'shape.empty', params: {} }),
  maxLength: ({ limit }) => ({ code: 'shape.long', params: { limit } }),
  maxItems: ({ limit }) => ({ code: 'shape.long', params: { limit } }),
  minimum: ({ limit }) => ({ code: 'shape.minimum', params: { limit } }),
  maximum: ({ limit }) => ({ code: 'shape.maximum', params: { limit } }),
};
