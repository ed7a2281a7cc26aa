/** `was` of a change: what the shipped declarations said where it says something else, so that an upgrade can tell. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { baseValues } from './baseValues.ts';
import type { Change } from './types.ts';

/** Changes of what is shipped; a new entity or field replaces nothing. */
export function remembersBase({ kind }: Change): boolean {
  return kind !== 'entity' && kind !== 'field';
}

/** What a change says, without what it is known by. */
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
  return change.kind === 'rule' && field !== undefined ? { ...words, field } : words;
}

/** Whether a change is there to have something gone. */
export function takesAway(change: Change): boolean {
  return (change as { remove?: unknown }).remove === true || (change as { off?: unknown }).off === true;
}

/** What the declarations say in the place of a change: of a rule all, of others only what the change speaks of. */
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
 * A change with what it replaces. What it says about that itself holds, and what the change before it in the same place
 * remembered: an edit does not decide an upgrade.
 */
export function rememberBase(set: DeclarationSet, change: Change, before?: Change): Change {
  if (!remembersBase(change)) return change;
  const { was: given, ...bare } = change as Change & { readonly was?: object };
  const earlier = before && (before as { readonly was?: object }).was;
  const is = baseOf(set, change);
  // What was added when there was nothing of the kind still stands for that.
  const known = before && !earlier ? given : (given ?? earlier);
  if (!known && (before || !is)) return given ? change : (bare as Change);
  const was = change.kind === 'rule' ? (known ?? is ?? {}) : { ...unsaid(before, is), ...known };
  return { ...bare, was: spokenOf(change, was) } as unknown as Change;
}

/** What the base says of words the change before did not speak of. */
function unsaid(before: Change | undefined, is: object | undefined): object {
  const said = before ? wordsOf(before) : {};
  return Object.fromEntries(Object.entries(is ?? {}).filter(([name]) => !(name in said)));
}
