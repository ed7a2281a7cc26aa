/** What a set of changes says otherwise than another, in sentences for people. */
import { formatMessage, hasMessage } from '../messages.ts';
import { type Parts, wholly } from '../parts.ts';
import type { Locale, Model } from '../types/modelTypes.ts';
import { changeKey, inOrder } from './changeNames.ts';
import { sameJson } from './sameJson.ts';
import { placeBefore, subjectOf } from './subjectOf.ts';
import type { Change, OverlayFinding } from './types.ts';

/** In whose words: the texts of a model that knows what the changes speak of, in one language. */
export type Saying = { readonly model: Model; readonly locale: Locale };

/** A sentence for each change that was added, taken away (in the words of `gone`, which still knows it), or is another. */
export function describeChanges(
  before: readonly Change[],
  after: readonly Change[],
  saying: Saying,
  gone: Saying = saying,
): readonly string[] {
  return wholly(describeInParts(before, after, saying, gone));
}

/** The same, stopping after each change. */
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
  // What replaced something shipped leaves that in its place, not nothing.
  if (!next) return say(remembered(old) ? 'shipped' : 'removed', { subject });
  const details = detailsOf(old, next, saying);
  if (!old && !('was' in next)) return say('added', { subject });
  return details === '' ? say(old ? 'changed' : 'added', { subject }) : say('details', { subject, details });
}

const remembered = (change: Change | undefined): object | undefined =>
  (change as { readonly was?: object } | undefined)?.was;

/** Members that are worth a word: what they were, and what they are. */
function detailsOf(old: Change | undefined, next: Change, saying: Saying): string {
  const before = membersOf(old ?? remembered(next));
  const after = membersOf(next);
  const valueIn = (members: Readonly<Record<string, unknown>>, name: string) => {
    const value = members[name];
    // What stands before it is known by what it is called there, not by its path.
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
  // What is so or not is said by its name: “taken away”, not “taken away yes”.
  if (is === true && (was === undefined || was === false)) return member;
  const [from, to] = [was, is].map((value) => shownAs(name, value, saying)) as [string, string];
  const code = from === '' ? 'is' : to === '' ? 'was' : 'from-to';
  return formatMessage(model, locale, `overlay.difference.${code}`, { member, from, to });
}

/** What a member of a change is called. */
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

/** A text between the quotation marks of the language. */
function quotedText(text: string, { model, locale }: Saying): string {
  const key = 'overlay.value.text';
  return hasMessage(model, 'en-CA', key) ? formatMessage(model, locale, key, { text }) : `“${text}”`;
}

/** The value of a member; the types of fields have words of their own. */
export function shownAs(name: string, value: unknown, saying: Saying): string {
  const key = `configure.type.${name === 'type' && typeof value === 'string' ? value : ''}`;
  return hasMessage(saying.model, 'en-CA', key)
    ? formatMessage(saying.model, saying.locale, key)
    : shown(value, saying);
}

/** A value of a change, for people; nothing for one that is not there. */
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

/** The sentence of what is found about changes. A param that has a text of every language is said in this one, a word of a change as people know it. */
export function findingText(saying: Saying, code: string, params: OverlayFinding['params']): string {
  const { model, locale } = saying;
  // Who writes a file by hand looks for the word as it stands there.
  const isOfFile = code.startsWith('file.');
  const said = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'object') return [name, value[locale]];
    return [name, name === 'word' && !isOfFile ? memberTitle(String(value), saying) : value];
  });
  return formatMessage(model, locale, `overlay.${code}`, Object.fromEntries(said));
}
