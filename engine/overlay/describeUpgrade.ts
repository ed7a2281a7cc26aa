/** Compares a change with its base member by member, for the person who decides. */
import { formatMessage } from '../messages.ts';
import type { Locale, Model } from '../types/modelTypes.ts';
import { adjustedTarget } from './changeNames.ts';
import { memberTitle, shown, shownAs } from './describeChanges.ts';
import type { Saying } from './kinds/defineChange.ts';
import { wordsOf } from './rememberBase.ts';
import { sameJson } from './sameJson.ts';
import type { AffectedChange } from './threeWay.ts';
import type { Change } from './types.ts';

/** One member: shipped before, shipped now, and in the change; empty where absent. */
export type UpgradeMember = {
  readonly name: string;
  readonly title: string;
  readonly was: string;
  readonly is: string;
  readonly says: string;
  /** This member needs a decision. */
  readonly moved: boolean;
};

/** The members of a change affected by new declarations. */
export function describeUpgrade(affected: AffectedChange, saying: Saying): readonly UpgradeMember[] {
  const { change, was, is, moved } = affected;
  const words = wordsOf(change);
  const names = new Set([...moved, ...Object.keys(words)]);
  const say = (name: string, of: object | undefined) =>
    said(change, name, (of as Readonly<Record<string, unknown>> | undefined)?.[name], saying);
  return [...names].map((name) => ({
    name,
    title: memberTitle(name, saying),
    was: say(name, was),
    is: say(name, is),
    says: say(name, words),
    moved: moved.includes(name),
  }));
}

/** A member that two people set differently; empty where one did not set it. */
export type ConflictMember = Readonly<Record<'name' | 'title' | 'mine' | 'theirs', string>>;

/** Differences between two changes of the same target. */
export function describeConflict(
  mine: Change | null,
  theirs: Change | null,
  saying: Saying,
): readonly ConflictMember[] {
  const some = mine ?? theirs;
  if (!some) return [];
  const [own, other] = [mine, theirs].map((one) => (one ? { ...wordsOf(one), ...examplesOf(one) } : {}));
  const names = new Set([...Object.keys(own ?? {}), ...Object.keys(other ?? {})]);
  return [...names]
    .filter((name) => !sameJson(own?.[name], other?.[name]))
    .map((name) => ({
      name,
      title: memberTitle(name, saying),
      mine: said(some, name, own?.[name], saying),
      theirs: said(some, name, other?.[name], saying),
    }));
}

/** Examples are shown by title. */
function examplesOf(change: Change): object {
  if (change.kind !== 'rule' || !change.examples) return {};
  return { examples: change.examples.map(({ title }) => title) };
}

function said(change: Change, name: string, value: unknown, saying: Saying): string {
  if (name === 'after' && typeof value === 'string') return neighbour(change, value, saying);
  if (name === 'section' && typeof value === 'string') return sectionTitle(change, value, saying);
  return isTexts(value) ? inBoth(value, saying) : shownAs(name, value, saying);
}

/** Both languages, since the modified text may be in the other one. */
function inBoth(texts: Readonly<Record<Locale, unknown>>, saying: Saying): string {
  const other: Locale = saying.locale === 'en-CA' ? 'fr-CA' : 'en-CA';
  const both = [saying.locale, other].map((locale) => shown({ [saying.locale]: texts[locale] }, saying));
  return both.filter((text) => text !== '').join(' / ');
}

function isTexts(value: unknown): value is Readonly<Record<Locale, unknown>> {
  return typeof value === 'object' && value !== null && ('en-CA' in value || 'fr-CA' in value);
}

function neighbour(change: Change, path: string, saying: Saying): string {
  if (path === '') return formatMessage(saying.model, saying.locale, 'overlay.value.first');
  const block = blockOf(change, saying.model);
  if (change.kind === 'adjust' && adjustedTarget(change).kind === 'section')
    return sectionTitle(change, path, saying);
  const entity = block && 'entity' in block ? saying.model.entities.get(block.entity) : undefined;
  const label = entity?.fieldByPath.get(path)?.label;
  return label ? formatMessage(saying.model, saying.locale, label) : path;
}

function sectionTitle(change: Change, id: string, saying: Saying): string {
  const block = blockOf(change, saying.model);
  const sections = block?.kind === 'form' ? block.sections : [];
  const title = sections.find((section) => section.id === id)?.title;
  return title ? formatMessage(saying.model, saying.locale, title) : id;
}

function blockOf(change: Change, model: Model) {
  const [screen, block] =
    change.kind === 'place' || change.kind === 'view'
      ? [change.screen, change.block]
      : change.kind === 'adjust'
        ? [adjustedTarget(change).of, adjustedTarget(change).block]
        : [];
  return model.screens.get(screen ?? '')?.blocks.find(({ id }) => id === block);
}
