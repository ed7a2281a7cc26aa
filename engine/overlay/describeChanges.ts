/** Describes the differences between two sets of changes in sentences. */
import { formatMessage, hasMessage } from '../messages.ts';
import { type Parts, wholly } from '../parts.ts';
import type { Locale } from '../types/modelTypes.ts';
import { changeKey, inOrder } from './changeNames.ts';
import type { Saying } from './kinds/defineChange.ts';
import { sameJson } from './sameJson.ts';
import { placeBefore, subjectOf } from './subjectOf.ts';
import type { Change, OverlayFinding } from './types.ts';

/** A sentence per change that was added, removed (worded by `gone`, which still knows it) or modified. */
export function describeChanges(
  before: readonly Change[],
  after: readonly Change[],
  saying: Saying,
  gone: Saying = saying,
): readonly string[] {
  return wholly(describeInParts(before, after, saying, gone));
}

/** Does the same, yielding after each change. */
export function* describeInParts(
  before: readonly Change[],
  after: readonly Change[],
  saying: Saying,
  gone: Saying = saying,
): Parts<readonly string[]> {
  const [was, is] = [before, after].map((changes) => new Map(changes.map((one) => [changeKey(one), one])));
  const all = inOrder([...new Map([...(was ?? []), ...(is ?? [])]).values()]);
  const said: string[] = [];
  for (const change of all) {
    const [old, next] = [was?.get(changeKey(change)), is?.get(changeKey(change))];
    if (!sameJson(old, next)) said.push(sentence(old, next, next ? saying : gone));
    yield;
  }
  return said;
}

function sentence(old: Change | undefined, next: Change | undefined, saying: Saying): string {
  const { model, locale } = saying;
  const say = (code: string, params: Record<string, string>) =>
    formatMessage(model, locale, `overlay.difference.${code}`, params);
  const change = next ?? old;
  const subject = change ? subjectOf(change, saying) : '';
  // Removing a change of something shipped restores the shipped state.
  if (!next) return say(remembered(old) ? 'shipped' : 'removed', { subject });
  const details = detailsOf(old, next, saying);
  if (!old && !('was' in next)) return say('added', { subject });
  return details === '' ? say(old ? 'changed' : 'added', { subject }) : say('details', { subject, details });
}

const remembered = (change: Change | undefined): object | undefined =>
  (change as { readonly was?: object } | undefined)?.was;

/** Members worth mentioning, with old and new values. */
function detailsOf(old: Change | undefined, next: Change, saying: Saying): string {
  const before = membersOf(old ?? remembered(next));
  const after = membersOf(next);
  const valueIn = (members: Readonly<Record<string, unknown>>, name: string) => {
    const value = members[name];
    // The neighbour is named by its title there, not by its path.
    return name === 'after' && typeof value === 'string' && value ? placeBefore(next, value, saying) : value;
  };
  return [...new Set([...Object.keys(after), ...(old ? Object.keys(before) : [])])]
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => detail(name, valueIn(before, name), valueIn(after, name), saying))
    .join('; ');
}

function detail(name: string, was: unknown, is: unknown, saying: Saying): string {
  const { model, locale } = saying;
  const member = memberTitle(name, saying);
  // Booleans are described by their name: “taken away”, not “taken away yes”.
  if (is === true && (was === undefined || was === false)) return member;
  const [from, to] = [was, is].map((value) => shownAs(name, value, saying)) as [string, string];
  const code = from === '' ? 'is' : to === '' ? 'was' : 'from-to';
  return formatMessage(model, locale, `overlay.difference.${code}`, { member, from, to });
}

/** The title of a member of a change. */
export function memberTitle(name: string, { model, locale }: Saying): string {
  const key = `overlay.member.${name}`;
  return hasMessage(model, 'en-CA', key) ? formatMessage(model, locale, key) : name;
}

const identity = new Set(['$schema', '$comment', 'kind', 'name', 'was', 'screen', 'block', 'as', 'field']);

function membersOf(change: object | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(change ?? {}).filter(([name, value]) => !identity.has(name) && value !== null),
  );
}

/** A text in the quotation marks of the language. */
function quotedText(text: string, { model, locale }: Saying): string {
  const key = 'overlay.value.text';
  return hasMessage(model, 'en-CA', key) ? formatMessage(model, locale, key, { text }) : `“${text}”`;
}

/** The value of a member; field types have texts of their own. */
export function shownAs(name: string, value: unknown, saying: Saying): string {
  const key = `configure.type.${name === 'type' && typeof value === 'string' ? value : ''}`;
  return hasMessage(saying.model, 'en-CA', key)
    ? formatMessage(saying.model, saying.locale, key)
    : shown(value, saying);
}

/** A value of a change for display; empty when absent. */
export function shown(value: unknown, saying: Saying): string {
  const { model, locale } = saying;
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return formatMessage(model, locale, `overlay.value.${value}`);
  if (typeof value === 'number') return value.toLocaleString(locale, { maximumFractionDigits: 8 });
  if (Array.isArray(value)) return value.map((one) => shown(one, saying)).join(', ');
  if (typeof value !== 'object') return String(value);
  const text = (value as Partial<Record<Locale, unknown>>)[locale];
  if (text !== undefined) return typeof text === 'string' ? quotedText(text, saying) : JSON.stringify(text);
  return Object.values(value)
    .map((one) => shown(one, saying))
    .join(', ');
}

/** The text of a finding; parameters with texts by language and members of changes are translated. */
export function findingText(saying: Saying, code: string, params: OverlayFinding['params']): string {
  const { model, locale } = saying;
  // Authors of files look for the word as written there.
  const isOfFile = code.startsWith('file.');
  const said = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'object') return [name, value[locale]];
    return [name, name === 'word' && !isOfFile ? memberTitle(String(value), saying) : value];
  });
  return formatMessage(model, locale, `overlay.${code}`, Object.fromEntries(said));
}
