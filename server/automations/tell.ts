/** The steps that tell people: notifications and letters, each in the language of its reader. */
import { type DataRecord, type Locale, recipientKind, type StepModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { languageOf } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import { loadAnswer } from '../operations/loadRecord.ts';
import { isOutside } from '../operations/mailTo.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { asSeenBy, seesGone } from './asSeen.ts';
import { attachedTo, namesOf } from './attachments.ts';
import { callOf, within } from './callAs.ts';
import { keepLetter, keepNotification } from './digest.ts';
import { type LetterTexts, textsOfStep } from './mailTemplates.ts';
import { type Carrying, mostTold, type Outcome, type Running } from './Run.ts';
import { letterIn, textOf } from './renderTexts.ts';

/** Addresses outside the organization receive letters only from those who hold this right, and from the system. */
export const outsideFeature = 'User.Manage';

export async function notify(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  const told: DataRecord[] = [];
  for (const reader of await readersOf(running, step, carrying)) {
    const seen = await seenBy(running, carrying, reader);
    if (!seen) {
      told.push({ Name: nameOf(reader), Reason: 'may-not-see' });
      continue;
    }
    const text = await textOf(seen.view, step.text?.[seen.locale]);
    await keepNotification(running, { reader, text, to: pageOf(running, carrying) });
    told.push({ Name: nameOf(reader), Text: text });
  }
  return outcomeOf(told);
}

export async function mail(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  const told: DataRecord[] = [];
  const texts = await textsOfStep(running.raw, step, carrying.subject.plan.entity.id);
  for (const reader of await readersOf(running, step, carrying)) {
    const to = String(reader.Email ?? '');
    const seen = to === '' ? undefined : await seenBy(running, carrying, reader);
    if (!seen) told.push({ Name: nameOf(reader), Reason: to === '' ? 'no-address' : 'may-not-see' });
    else told.push(await write(running, step, { ...seen, texts, to, reader, carrying }));
  }
  for (const to of addressesOf(step, carrying)) {
    await refuseOutside(running, to);
    count(running);
    const { call } = running.scope;
    const view = {
      call,
      record: carrying.subject.record,
      outer: carrying.subject.outer?.record,
      plan: carrying.subject.plan,
      given: running.given,
    };
    // Nobody knows the language of an address: it is written to in both.
    told.push(await write(running, step, { view, texts, locale: 'both', to, carrying }));
  }
  return outcomeOf(told);
}

type Writing = {
  readonly texts: LetterTexts;
  readonly view: Parameters<typeof textOf>[0];
  readonly locale: Locale | 'both';
  readonly to: string;
  readonly reader?: DataRecord;
  readonly carrying: Carrying;
};

async function write(
  running: Running,
  step: StepModel,
  { view, texts, locale, to, reader, carrying }: Writing,
): Promise<DataRecord> {
  const languages: readonly Locale[] = locale === 'both' ? ['en-CA', 'fr-CA'] : [locale];
  const { subject: Subject, text: Text, html: Html } = await letterIn(view, languages, texts);
  const language = languages[0] as Locale;
  const own = { call: view.call, locale: language, ...(reader && { person: reader }) };
  const attachments = await attachedTo(running, step, { carrying, reader: own });
  const Attached = await namesOf(running, view.call, attachments);
  await keepLetter(running, { to, reader, language, subject: Subject, text: Text, html: Html, attachments });
  return {
    ...{ To: to, Subject, Text, Html },
    ...(attachments.length > 0 && {
      Attached,
      // For the test letter of a trial.
      ...(running.isTrial && { Attachments: attachments }),
    }),
  };
}

/** Active people whom a step names, each once. */
async function readersOf(
  running: Running,
  { to }: StepModel,
  { subject }: Carrying,
): Promise<readonly DataRecord[]> {
  const { raw } = running;
  const { entity } = subject.plan;
  const ids = to
    .filter(({ field = '' }) => recipientKind(entity.fieldByPath.get(field)) === 'person')
    .map(({ field = '' }) => subject.record[field])
    .filter((id): id is string => typeof id === 'string' && id !== '');
  const named = ids.length > 0 ? await raw.getMany('user', ids) : [];
  const roles = to.flatMap(({ role }) => role ?? []);
  const all =
    roles.length > 0 ? (await raw.find({ entity: 'user', filter: equals('IsActive', true) })).items : [];
  const holding = all.filter(
    ({ Roles }) => Array.isArray(Roles) && roles.some((role) => Roles.includes(role)),
  );
  const found = new Map([...named, ...holding].map((user) => [String(user.Id), user]));
  const readers = [...found.values()].filter(({ IsActive }) => IsActive === true);
  for (const _ of readers) count(running);
  return readers;
}

function addressesOf({ to }: StepModel, { subject }: Carrying): readonly string[] {
  const { entity } = subject.plan;
  const found = to.flatMap(({ address, field }) => {
    if (address !== undefined) return [address];
    if (field === undefined || recipientKind(entity.fieldByPath.get(field)) !== 'address') return [];
    const value = subject.record[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return [...new Set(found)];
}

type Seen = { readonly view: Parameters<typeof textOf>[0]; readonly locale: Locale };

/** The record as the reader sees it; undefined when they may not. */
async function seenBy(
  { raw, base, zone, given }: Running,
  { subject }: Carrying,
  reader: DataRecord,
): Promise<Seen | undefined> {
  const call = await callOf(within(base, raw), reader, zone);
  const { plan, record, isRemoved } = subject;
  if (!call || !isAllowed(plan.entity.policy.view, call.features)) return undefined;
  const locale = await languageOf(raw, reader);
  const seen = isRemoved ? goneAs(call, subject) : await readAs(call, { plan, id: String(record.Id) });
  if (!seen) return undefined;
  const outer = await outerAs(call, subject);
  return { view: { call: { ...call, locale }, record: seen, outer, plan, locale, given }, locale };
}

const goneAs = (call: OperationCall, { plan, record }: Carrying['subject']): DataRecord | undefined =>
  seesGone(call, plan) ? asSeenBy(call, plan, record) : undefined;

/** The record that started the automation, in the steps of each; nothing of it for those who may not see it. */
async function outerAs(call: OperationCall, { outer }: Carrying['subject']): Promise<DataRecord | undefined> {
  if (!outer || !isAllowed(outer.plan.entity.policy.view, call.features)) return undefined;
  if (outer.isRemoved) return goneAs(call, outer);
  return readAs(call, { plan: outer.plan, id: String(outer.record.Id) });
}

async function readAs(
  call: OperationCall,
  { plan, id }: { readonly plan: Carrying['subject']['plan']; readonly id: string },
): Promise<DataRecord | undefined> {
  try {
    return await loadAnswer({ call, session: call.runtime.store }, plan, id);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function refuseOutside({ scope: { call }, raw }: Running, value: string): Promise<void> {
  if (call.features.has(outsideFeature) || !(await isOutside(raw, value))) return;
  throw new Refusal('forbidden', 'automation.problem.outside', { params: { value } });
}

function count({ spent }: Running): void {
  spent.told += 1;
  if (spent.told > mostTold)
    throw new Refusal('validation', 'automation.problem.told', { params: { limit: mostTold } });
}

function outcomeOf(told: readonly DataRecord[]): Outcome {
  const isAny = told.some(({ Reason }) => Reason === undefined);
  const Values = { told: told.slice(0, 20), count: told.length };
  if (isAny) return { Outcome: 'done', Values };
  const key = told.length === 0 ? 'automation.reason.nobody' : 'automation.reason.nobody-may';
  return { Outcome: 'skipped', Values, Reason: { key, params: {} } };
}

const nameOf = ({ DisplayName, UserName }: DataRecord): string => String(DisplayName ?? UserName ?? '');

/** The page of the record, if a screen shows one. */
export function pageOf(
  { base: { model } }: Pick<Running, 'base'>,
  { subject: { plan, record } }: { readonly subject: Pick<Carrying['subject'], 'plan' | 'record'> },
): string | undefined {
  for (const { route, blocks } of model.screens.values()) {
    const [only, ...more] = [...route.matchAll(/\{(\w+)\}|:(\w+)/g)];
    const isOfEntity = blocks.some(
      (block) => block.kind === 'form' && block.entity === plan.entity.id && block.record !== undefined,
    );
    if (only && more.length === 0 && isOfEntity) return route.replace(only[0], String(record.Id));
  }
  return undefined;
}
