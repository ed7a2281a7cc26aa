/** Edits of a change, fine-grained enough to merge those of several windows and people. */
import { changeKey } from './changeNames.ts';
import { definitionOf } from './kinds/registry.ts';
import { wordsOf } from './rememberBase.ts';
import { sameJson } from './sameJson.ts';
import type { Change, ChangeId } from './types.ts';

/** The old and new value at a place (absent: none), or a text added to or removed from a list. */
export type EditStep =
  | { readonly at: string; readonly from?: unknown; readonly to?: unknown }
  | { readonly at: string; readonly put: string }
  | { readonly at: string; readonly take: string };

/** `gone`: removes the whole change, if it still equals this. */
export type ChangeEdit = ChangeId & ({ readonly steps: readonly EditStep[] } | { readonly gone: Change });

export type Edited = {
  readonly changes: readonly Change[];
  /** Places that someone else has changed differently meanwhile. */
  readonly conflicts: readonly (ChangeId & { readonly at: string })[];
};

/** The edits that turn `base` into `put` without `gone`. */
export function editsBetween(
  base: readonly Change[],
  put: readonly Change[],
  gone: readonly ChangeId[] = [],
): readonly ChangeEdit[] {
  const before = new Map(base.map((change) => [changeKey(change), change]));
  const edits = put.map((change): ChangeEdit => {
    const was = before.get(changeKey(change));
    return { kind: change.kind, name: change.name, steps: stepsBetween(plain(was), plain(change), '') };
  });
  const taken = gone.flatMap((one): readonly ChangeEdit[] => {
    const was = before.get(changeKey(one));
    return was ? [{ kind: one.kind, name: one.name, gone: was }] : [];
  });
  // A new change is kept even when empty: a placement is defined by its name.
  const isNew = ({ kind, name }: ChangeEdit) => !before.has(changeKey({ kind, name }));
  return [...edits.filter((edit) => isNew(edit) || ('steps' in edit && edit.steps.length > 0)), ...taken];
}

/** Applies edits to changes; an edit that conflicts is reported and not applied. */
export function applyEdits(changes: readonly Change[], edits: readonly ChangeEdit[]): Edited {
  const known = new Map(changes.map((change) => [changeKey(change), change]));
  const conflicts = edits.flatMap((edit) => {
    const { kind, name } = edit;
    const { next, conflict } = edited(known.get(changeKey(edit)), edit);
    if (conflict !== undefined) return [{ kind, name, at: conflict }];
    if (next) known.set(changeKey(edit), next);
    else known.delete(changeKey(edit));
    return [];
  });
  return { changes: [...known.values()], conflicts };
}

type Words = Readonly<Record<string, unknown>>;
type Outcome = { readonly next?: Change; readonly conflict?: string };

function edited(now: Change | undefined, edit: ChangeEdit): Outcome {
  if ('gone' in edit)
    return !now || sameJson(plain(now), plain(edit.gone)) ? {} : { next: now, conflict: '' };
  let words = plain(now);
  for (const step of edit.steps) {
    const next = stepped(words, step, step.at.split('/').slice(1));
    if (!next) return { next: now, conflict: step.at };
    words = next;
  }
  const { kind, name } = edit;
  const was = now && 'was' in now ? { was: now.was } : {};
  const next = { ...words, kind, name, ...was } as unknown as Change;
  return saysNothing(next) ? {} : { next };
}

/** An empty role or adjustment is no change. */
function saysNothing(change: Change): boolean {
  return definitionOf(change).isContent === true && Object.keys(wordsOf(change)).length === 0;
}

/** The server maintains `was`, and the edit itself holds the key. */
function plain(change: Change | undefined): Words {
  const { kind: _kind, name: _name, was: _was, ...words } = (change ?? {}) as Change & { was?: unknown };
  return words as Words;
}

function stepsBetween(before: Words, after: Words, at: string): readonly EditStep[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly EditStep[] => {
    const [from, to] = [before[name], after[name]];
    const place = `${at}/${name}`;
    if (sameJson(from, to)) return [];
    const [had, has] = [from ?? [], to ?? []];
    if (isSet(name) && isTexts(had) && isTexts(has)) return listSteps(had, has, place);
    if (isWords(from) && isWords(to)) return stepsBetween(from, to, place);
    return [{ at: place, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  });
}

/** Members of a role whose order does not matter. */
const isSet = (name: string): boolean => name === 'add' || name === 'remove';

function listSteps(from: readonly string[], to: readonly string[], at: string): readonly EditStep[] {
  return [
    ...to.filter((one) => !from.includes(one)).map((put) => ({ at, put })),
    ...from.filter((one) => !to.includes(one)).map((take) => ({ at, take })),
  ];
}

/** The members after a step; undefined when the current value is not the expected one. */
function stepped(words: Words, step: EditStep, [name = '', ...rest]: readonly string[]): Words | undefined {
  const now = Object.hasOwn(words, name) ? words[name] : undefined;
  if (rest.length > 0) {
    if (now !== undefined && !isWords(now)) return undefined;
    const inner = stepped(now ?? {}, step, rest);
    return inner && withWord(words, name, Object.keys(inner).length > 0 ? inner : undefined);
  }
  if ('put' in step) return isTexts(now ?? []) ? withWord(words, name, put(now ?? [], step.put)) : undefined;
  if ('take' in step) {
    const left = (isTexts(now) ? now : []).filter((one) => one !== step.take);
    return withWord(words, name, left.length > 0 ? left : undefined);
  }
  if (sameJson(now, step.to)) return words;
  return sameJson(now, step.from) ? withWord(words, name, step.to) : undefined;
}

const put = (list: unknown, text: string): readonly string[] =>
  [...new Set([...(list as readonly string[]), text])].sort();

function withWord(words: Words, name: string, value: unknown): Words {
  const { [name]: _, ...others } = words;
  return value === undefined ? others : { ...others, [name]: value };
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
