/** Checks the value of a single field. */
import type { Scope } from '../expression/types.ts';
import { kinds } from '../fields/registry.ts';
import { numberProblem } from '../text/readNumber.ts';
import type { DataRecord, FieldModel, LookupModel, Model } from '../types/modelTypes.ts';
import { compute } from './decide.ts';
import type { FieldPlan } from './planTypes.ts';
import { valueAt } from './pointers.ts';
import type { Issue, SchemaFailure, Validators } from './types.ts';
import { isEmpty, isMissing, isRecord, storedValue } from './values.ts';

/** A rule that requires a value, and its message. */
export type RequiredBy = { readonly id: string; readonly message?: string };

type ValueSource = {
  readonly plan: FieldPlan;
  readonly value: unknown;
  readonly pointer: string;
  /** Whether a value is required, and the rule that requires it, if not the schema. */
  readonly required: boolean;
  readonly requiredBy?: RequiredBy;
  readonly validators: Validators;
  /** A stored choice that is no longer offered may stay. */
  readonly context: { readonly model: Pick<Model, 'lookups'>; readonly previous?: DataRecord };
  /** The scope at this place, for the rule that replaces schema messages. */
  readonly scope?: Scope;
};

const none: readonly Issue[] = [];

/** The failed keywords of a field's schema; for an empty value only `required`. */
export function fieldIssues(source: ValueSource): readonly Issue[] {
  const issues = schemaIssues(source);
  return issues.length > 0 && source.plan.sentence && source.scope ? inOwnWords(source, issues) : issues;
}

/** Replaces the messages it stands for by the rule's message, once. */
function inOwnWords({ plan: { sentence }, scope }: ValueSource, issues: readonly Issue[]): readonly Issue[] {
  const isMeant = ({ rule }: Issue) =>
    rule === sentence?.id || sentence?.keywords.includes(rule.replace('validation.', '')) === true;
  const first = issues.find(isMeant);
  if (!first || !sentence || !scope) return issues;
  const params: Record<string, unknown> = {};
  for (const [name, expression] of Object.entries(sentence.params)) {
    const computed = compute(expression, scope);
    params[name] = 'value' in computed ? computed.value : undefined;
  }
  const own = { ...first, message: sentence.message, params };
  return [own, ...issues.filter((issue) => !isMeant(issue))];
}

function schemaIssues(source: ValueSource): readonly Issue[] {
  const { plan, value, pointer, required } = source;
  const { field } = plan;
  if (required && isMissing(value)) return [missingIssue(pointer, source.requiredBy)];
  if (isEmpty(value)) return none;
  const check = source.validators[field.entity]?.[field.path];
  const failures = check ? check(storedValue(field, value)) : [];
  if (kinds[field.kind].elements === 'codes' && failures.some(({ path }) => path !== ''))
    return [schemaIssue(field, pointer, notInLookup)];
  if (failures.length > 0)
    return failures.map((failure) => unreadNumber(source, failure) ?? schemaIssue(field, pointer, failure));
  return isOffered(source) ? none : [schemaIssue(field, pointer, notInLookup)];
}

/** A number sent as text: why it could not be parsed. */
function unreadNumber(
  { plan, value, pointer }: ValueSource,
  { keyword, params }: SchemaFailure,
): Issue | undefined {
  if (kinds[plan.field.kind].written) return undefined;
  const isNumber = keyword === 'type' && (params.type === 'number' || params.type === 'integer');
  const problem = isNumber && typeof value === 'string' ? numberProblem(value) : undefined;
  return (
    problem && {
      ...{ rule: 'validation.type', path: pointer, level: 'error', message: `validation.number.${problem}` },
      params: { value },
    }
  );
}

/** Issues of a value at any place, including its rows and members; never that something is missing. */
export function valueIssues(source: Omit<ValueSource, 'required' | 'requiredBy'>): readonly Issue[] {
  const { plan, value, pointer } = source;
  const own = fieldIssues({ ...source, required: false });
  if (own.length > 0 || plan.nested.length === 0) return own;
  const within = (holder: unknown, at: string): readonly Issue[] =>
    isRecord(holder)
      ? plan.nested.flatMap((inner) => {
          const { name } = inner.field;
          return valueIssues({ ...source, plan: inner, value: holder[name], pointer: `${at}/${name}` });
        })
      : [schemaIssue(plan.field, at, { path: '', keyword: 'type', params: { type: 'object' } })];
  if (plan.field.kind !== 'rows') return isRecord(value) ? within(value, pointer) : own;
  return Array.isArray(value) ? value.flatMap((row, index) => within(row, `${pointer}/${index}`)) : own;
}

function missingIssue(path: string, { id, message }: RequiredBy = { id: 'validation.required' }): Issue {
  return { rule: id, path, level: 'error', message: message ?? 'validation.required', params: {} };
}

/** An issue of the schema, with the limit as a parameter. The label is added where it is shown. */
export function schemaIssue(field: FieldModel, pointer: string, failure: SchemaFailure): Issue {
  const issue = failureIssue(pointer, failure);
  return { ...issue, message: sentenceOf(field, failure.keyword) ?? issue.message };
}

/** The same for values that are not fields. */
export function failureIssue(pointer: string, { path, keyword, params }: SchemaFailure): Issue {
  const limit = params.limit ?? params.multipleOf ?? params.scale;
  return {
    rule: `validation.${keyword}`,
    path: pointer + path,
    level: 'error',
    message: messageOf(keyword, params),
    params: keyword === 'years' ? yearsSaid(params) : limit === undefined ? {} : { limit, count: limit },
  };
}

/** Years are formatted without thousands separators. */
const yearsSaid = ({ from, to }: SchemaFailure['params']) => ({ from: String(from), to: String(to) });

/** The field's own message for a failure. */
function sentenceOf({ kind, lookup, shape }: FieldModel, keyword: string): string | undefined {
  const { written } = kinds[kind];
  if (written && (keyword === 'type' || keyword === 'format')) return written.problem;
  if (keyword === 'pattern') return shape ?? written?.problem;
  if (keyword === 'format') return shape;
  if (lookup && keyword === 'enum')
    return kinds[kind].elements ? 'validation.lookup.several' : 'validation.lookup';
  return undefined;
}

const notInLookup: SchemaFailure = { path: '', keyword: 'enum', params: {} };

const ownSentence = new Set([
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'const',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'scale',
  'years',
  'minItems',
  'maxItems',
  'uniqueItems',
]);
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const formats = new Set(['date', 'date-time', 'uuid', 'email', 'uri', 'phone', 'postal-code', 'time-local']);

function messageOf(keyword: string, params: SchemaFailure['params']): string {
  const type = String([params.type].flat().find((one) => one !== 'null'));
  const format = String(params.format);
  if (keyword === 'type' && types.has(type)) return `validation.type.${type}`;
  if (keyword === 'format' && formats.has(format)) return `validation.format.${format}`;
  return ownSentence.has(keyword) ? `validation.${keyword}` : 'validation.invalid';
}

/** All bits of a flags lookup. */
export function allBits({ items }: LookupModel): number {
  return items.reduce((bits, { Id }) => bits | Number(Id), 0);
}

const idsByLookup = new WeakMap<LookupModel, ReadonlySet<unknown>>();

function isOffered({ plan: { field }, value, pointer, context }: ValueSource): boolean {
  const lookup = field.lookup === undefined ? undefined : context.model.lookups.get(field.lookup);
  if (lookup && field.kind === 'flags') return (Number(value) & ~allBits(lookup)) === 0;
  if (!lookup || !kinds[field.kind].expression.startsWith('choice')) return true;
  const ids = idsIn(lookup);
  const stays = (one: unknown) =>
    field.keepUnknown && [valueAt(context.previous, pointer)].flat().includes(one);
  return [value].flat().every((one) => ids.has(one) || stays(one));
}

function idsIn(lookup: LookupModel): ReadonlySet<unknown> {
  const known = idsByLookup.get(lookup);
  if (known) return known;
  const ids = new Set<unknown>(lookup.items.map((item) => item.Id));
  idsByLookup.set(lookup, ids);
  return ids;
}
