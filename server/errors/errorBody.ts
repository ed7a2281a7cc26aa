/** The body of every 4xx and 5xx answer. */
import {
  formatMessage,
  hasMessage,
  type Locale,
  type Model,
  type Parts,
  type ServerError,
  stepNote,
} from '#engine';
import type { ErrorCode, PlacedIssue, Refusal } from './Refusal.ts';

export type ErrorBody = {
  readonly Message: string;
  readonly Code: ErrorCode;
  readonly ErrorMessages: readonly string[];
  readonly Errors: readonly string[];
  readonly ValidationErrors: readonly ServerError[];
  readonly Missing?: { readonly Entity?: string; readonly Id?: string; readonly Path?: string };
};

type Saying = {
  readonly model: Model;
  readonly locale: Locale;
  /** The route's message key for generic refusals. */
  readonly failure?: string;
};

/** Formats a refusal in the caller's language; a generator, since there may be thousands of findings. */
export function* errorBody(refusal: Refusal, saying: Saying): Parts<ErrorBody> {
  const { model, locale } = saying;
  const errors: ServerError[] = [];
  for (const issue of refusal.details.issues ?? []) {
    errors.push(sayIssue({ model, locale, entity: refusal.details.entity }, issue));
    yield;
  }
  const own = formatMessage(model, locale, refusal.key, said(saying, refusal.details.params));
  const failure =
    refusal.details.isGeneral && saying.failure ? [formatMessage(model, locale, saying.failure)] : [];
  const all = errors.length > 0 ? errors.map((error) => error.Value) : [...failure, own];
  const sentences = [...new Set(all)];
  return {
    Message: errors.some(({ Cell }) => Cell)
      ? [own, ...shortened(saying, sentences)].join('\n')
      : (sentences[0] ?? own),
    Code: refusal.code,
    ErrorMessages: sentences,
    Errors: sentences,
    ValidationErrors: errors,
    ...missingOf(refusal, saying),
    ...refusal.details.extra,
  };
}

/** What a 404 is about, so that clients can tell a missing record from a missing address. */
function missingOf({ key, details: { params = {} } }: Refusal, saying: Saying): Pick<ErrorBody, 'Missing'> {
  if (key === 'server.no-such-path') return { Missing: { Path: String(params.path) } };
  if (key !== 'server.no-such-record') return {};
  return { Missing: { Entity: String(said(saying, params).entity), Id: String(params.id) } };
}

/** As many as a person reads before opening the file again; the full list has all. */
const mostTold = 10;

function shortened({ model, locale }: Saying, sentences: readonly string[]): readonly string[] {
  if (sentences.length <= mostTold) return sentences;
  const count = sentences.length - mostTold;
  return [...sentences.slice(0, mostTold), formatMessage(model, locale, 'sheet.more', { count })];
}

/** Translates parameters that are message keys themselves (a label, state or entity). */
function said(
  { model, locale }: Saying,
  params: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const say = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(say);
    if (isMessage(value))
      return formatMessage(model, locale, value.message, said({ model, locale }, value.params));
    return typeof value === 'string' && hasMessage(model, 'en-CA', value)
      ? formatMessage(model, locale, value)
      : value;
  };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'rights' ? rightsIn({ model, locale }, String(value)) : say(value),
    ]),
  );
}

/** Features as people know them, each with its name in the declarations, of which one is enough. */
function rightsIn({ model, locale }: Saying, ids: string): string {
  const all = ids.split(', ');
  const named = all.slice(0, mostRights).map((id) => {
    const feature = model.features.get(id);
    return feature
      ? formatMessage(model, locale, 'ui.forbidden.feature', {
          ...{ title: formatMessage(model, locale, feature.title), id },
        })
      : id;
  });
  const count = all.length - named.length;
  const more = count > 0 ? [formatMessage(model, locale, 'server.forbidden.more', { count })] : [];
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format([...named, ...more]);
}

/** A record that many may see names so many of their rights. */
const mostRights = 4;

type Message = { readonly message: string; readonly params?: Readonly<Record<string, unknown>> };

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** One finding in the shape of the contract's `ValidationErrors`. */
export function sayIssue(
  about: { readonly model: Model; readonly locale: Locale; readonly entity?: string },
  issue: PlacedIssue,
): ServerError {
  const params = { label: labelOf(about, issue.path), ...said(about, issue.params) };
  const text = formatMessage(about.model, about.locale, issue.message, params);
  const { cell } = issue;
  return {
    Key: issue.path.slice(1).replaceAll('/', '.'),
    Value: cell ? formatMessage(about.model, about.locale, 'sheet.cell', { cell, text }) : text,
    Rule: issue.rule,
    Path: issue.path,
    ...(cell ? { Cell: cell } : {}),
  };
}

/** `/PlanCoverageItems/0/IsOptional` gets the label of the field `PlanCoverageItems.IsOptional`. */
function labelOf(about: { model: Model; locale: Locale; entity?: string }, pointer: string): string {
  const pattern = pointer
    .split('/')
    .filter((step) => step !== '' && !/^\d+$/.test(step))
    .join('.');
  if (pattern === stepNote) return formatMessage(about.model, about.locale, 'history.step-note');
  const field = about.entity ? about.model.entities.get(about.entity)?.fieldByPath.get(pattern) : undefined;
  return field ? formatMessage(about.model, about.locale, field.label) : pattern;
}
