/** `was` of a change: the shipped values that it replaces, so that an upgrade can detect differences. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseValues } from './baseValues.ts';
import { definitionOf } from './kinds/registry.ts';
import type { Change } from './types.ts';

/** True for changes of shipped things; a new entity or field replaces nothing. */
export function remembersBase(change: Change): boolean {
  return definitionOf(change).adds !== true;
}

/** The content of a change, without its key, `was` and examples. */
export function wordsOf(change: Change): Readonly<Record<string, unknown>> {
  const {
    kind: _kind,
    name: _name,
    $schema,
    $comment,
    was,
    screen,
    block,
    as,
    field,
    examples,
    ...words
  } = change as Change & Partial<Record<'was' | 'screen' | 'block' | 'as' | 'field' | 'examples', unknown>>;
  // For a rule the field, and for a view its kind, is content; elsewhere they say where the change is.
  if (change.kind === 'view' && as !== undefined) return { ...words, as };
  return change.kind === 'rule' && field !== undefined ? { ...words, field } : words;
}

/** Whether a change removes something. */
export function takesAway(change: Change): boolean {
  return (change as { remove?: unknown }).remove === true || (change as { off?: unknown }).off === true;
}

/** The declared values that a change replaces: all members of a rule, otherwise only those in the change. */
export function baseOf(set: DeclarationSet, change: Change): object | undefined {
  const is = baseValues(set, change);
  return is && spokenOf(change, is);
}

function spokenOf(change: Change, base: object): object {
  if (change.kind === 'rule' || takesAway(change)) return base;
  return Object.fromEntries(Object.keys(wordsOf(change)).flatMap((name) => memberAt(base, name)));
}

function memberAt(base: object, name: string): readonly (readonly [string, unknown])[] {
  const value = (base as Readonly<Record<string, unknown>>)[name];
  return value === undefined || value === null ? [] : [[name, value]];
}

/**
 * Adds `was` to a change. Its own statement takes precedence, then that of the previous change in its place:
 * an edit does not resolve an upgrade.
 */
export function rememberBase(set: DeclarationSet, change: Change, before?: Change): Change {
  if (!remembersBase(change)) return change;
  const { was: given, ...bare } = change as Change & { readonly was?: object };
  const earlier = before && (before as { readonly was?: object }).was;
  const is = baseOf(set, change);
  // A change that added something new keeps that status.
  const known = before && !earlier ? given : (given ?? earlier);
  if (!known && (before || !is)) return given ? change : (bare as Change);
  const was = change.kind === 'rule' ? (known ?? is ?? {}) : { ...unsaid(before, is), ...known };
  return { ...bare, was: spokenOf(change, was) } as unknown as Change;
}

/** Base values of members that the previous change did not contain. */
function unsaid(before: Change | undefined, is: object | undefined): object {
  const said = before ? wordsOf(before) : {};
  return Object.fromEntries(Object.entries(is ?? {}).filter(([name]) => !(name in said)));
}
