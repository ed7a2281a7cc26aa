/** Takes an answer to a public form: through the same door as a record that staff create. */
import type { DataRecord, EntityModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { createWithin } from '../operations/createRecord.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { insertRecord } from '../operations/writeRecord.ts';
import { dayIn } from '../work/dayIn.ts';
import { refuseUnsolved, type Solved, useUp } from './challenge.ts';
import { varsOf } from './formCall.ts';
import { linkEntity, linkOf } from './formLinks.ts';
import { closedBy, consentVersion, dayKey, namesOf } from './formNamed.ts';
import { takeOne } from './formUse.ts';
import { heldValues, refuseBeyondForm } from './sentValues.ts';
import type { Taking } from './Taking.ts';
import { tellOfAnswer } from './tellOfAnswer.ts';

export const answerEntity = 'form-answer';

export type Answer = Solved & {
  readonly Values: DataRecord;
  /** The version of the text that was agreed to. */
  readonly Consent?: string | null;
  readonly Language: 'en-CA' | 'fr-CA';
  /** Of a link. */
  readonly Token?: string | null;
};

const day = 24 * 3_600_000;

/** Stores the answer once, however often it is sent; throws with findings at its fields. */
export async function takeAnswer(taking: Taking, answer: Answer): Promise<void> {
  const { runtime, call, form } = taking;
  await refuseUnsolved(runtime, form, answer);
  if (!form.languages.includes(answer.Language)) throw refusals.formLanguage();
  const isLinked = typeof answer.Token === 'string' && answer.Token !== '';
  // Says so before it judges fields that no other link has.
  const link = isLinked
    ? await linkOf(runtime, runtime.store, { form, token: String(answer.Token) })
    : undefined;
  if (isLinked && !link) throw refusals.formLinkOver();
  const names = isLinked ? (form.link?.fields ?? []) : namesOf(form);
  const values = heldValues({ call, form, names }, answer.Values);
  const digest = await runtime.ports.digest(JSON.stringify([answer.Values, answer.Token ?? null]));
  await inTransaction(call, async (scope) => {
    const isRepeated = await useUp(runtime, scope.session, { challenge: answer.Challenge, digest });
    if (!isRepeated) await store({ ...taking, scope, names }, answer, values);
    // As JSON, for the memory of transactions.
    return null;
  });
}

type Storing = Taking & { readonly scope: WriteScope; readonly names: readonly string[] };

async function store(storing: Storing, answer: Answer, values: DataRecord): Promise<void> {
  const { runtime, form, scope } = storing;
  const { session } = scope;
  const link = answer.Token ? await linkOf(runtime, session, { form, token: answer.Token }) : undefined;
  if (answer.Token && (!link || form.off)) throw refusals.formLinkOver();
  if (!link) await refuseClosed(storing);
  const consent = await agreed(storing, answer);
  const record = link
    ? await change(storing, { id: String(link.RecordId), values, challenge: answer.Challenge })
    : await create(storing, { values, challenge: answer.Challenge });
  if (link) await session.update(linkEntity, String(link.Id), { UsedDate: scope.call.now });
  await insertRecord(scope, runtime.planOf(answerEntity), {
    ...{ Id: runtime.ports.newId(), Form: form.id, Entity: form.entity, RecordId: record.Id },
    ...{ Language: answer.Language, LinkId: link?.Id ?? null, ...consent },
  });
  await tellOfAnswer({ ...storing, record, language: answer.Language });
}

/** Counted in the transaction of the answer, so that a day takes no more than it may. */
async function refuseClosed({ runtime, form, scope: { session }, zone }: Storing): Promise<void> {
  const closed = await closedBy(form, { runtime, session, zone });
  if (closed) throw refusals.formClosed({ extra: { Closed: closed } });
  const key = dayKey(form, dayIn(runtime.ports.now(), null, zone));
  const isTaken = await takeOne(runtime.ports, session, {
    key,
    most: form.mostPerDay,
    milliseconds: 2 * day,
  });
  if (!isTaken) throw refusals.formClosed({ extra: { Closed: 'full' } });
}

/** What is kept of the agreement: the moment, and the text in the language that was read. */
async function agreed({ runtime, form, scope }: Storing, { Consent, Language }: Answer): Promise<DataRecord> {
  if (!form.consent) return {};
  const version = await consentVersion(runtime, form);
  if (!Consent) throw refusals.formConsent();
  // The text was changed while the page was open: nobody agrees to what they have not read.
  if (Consent !== version) throw refusals.formConsentChanged();
  return { ConsentDate: scope.call.now, ConsentVersion: version, ConsentText: form.consent[Language] };
}

type Sent = { readonly values: DataRecord; readonly challenge: string };

async function create(storing: Storing, { values, challenge }: Sent): Promise<DataRecord> {
  const { runtime, form, scope, names, call } = storing;
  await refuseBeyondForm({ call, form, names, session: scope.session, challenge }, values);
  const plan = runtime.planOf(form.entity);
  const set = Object.entries(form.set).map(([name, value]) => [
    name,
    value.evaluate({ root: values, vars: varsOf(call, values) }) ?? null,
  ]);
  return createWithin(scope, plan, { ...values, ...Object.fromEntries(set) });
}

/** Writes the fields of a link into its record, and no others. */
async function change(
  storing: Storing,
  { id, values, challenge }: Sent & { readonly id: string },
): Promise<DataRecord> {
  const { runtime, form, scope, names, call } = storing;
  const { session } = scope;
  const plan = runtime.planOf(form.entity);
  const previous = await session.get((plan.entity as EntityModel).id, id);
  if (!previous) throw refusals.formLinkOver();
  const whole = { ...previous, ...values };
  await refuseBeyondForm({ call, form, names, session, challenge, previous }, whole);
  await updateWithin(scope, plan, { id, input: values, fields: Object.keys(values) });
  return loadRecord(scope, plan, id);
}
