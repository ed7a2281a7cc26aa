/** Tells people about approvals, on screen and by e-mail, in their own language. */
import { type DataRecord, formatMessage, type Locale } from '#engine';
import { callAs, callOf, within } from '../automations/callAs.ts';
import { keepLetter, keepNotification } from '../automations/digest.ts';
import { pageOf } from '../automations/tell.ts';
import { languageOf } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import type { Change } from '../work/events.ts';

export type Telling = {
  readonly base: Runtime;
  readonly raw: StoreSession;
  readonly zone: string;
  readonly changes: Change[];
};

type News = {
  /** `asked`, `remind`, `escalated`, or what became of the approval. */
  readonly about: string;
  readonly approval: DataRecord;
  readonly plan: EntityPlan;
  /** Message key of the step. */
  readonly label: string;
  readonly requester: string;
};

/** False if the person may not see the record: they cannot decide either. */
export async function tellPerson(
  { base, raw, zone, changes }: Telling,
  reader: DataRecord,
  { about, approval, plan, label, requester }: News,
): Promise<boolean> {
  const seen = await callOf(within(base, raw), reader, zone);
  if (!seen) return false;
  const isViewer = isAllowed(plan.entity.policy.view, seen.features);
  const record = isViewer
    ? await seen.runtime.store.get(plan.entity.id, String(approval.RecordId))
    : undefined;
  const isAsked = about === 'asked' || about === 'remind' || about === 'escalated';
  if (!record && isAsked) return false;
  const locale = await languageOf(raw, reader);
  const say = (key: string, params: DataRecord = {}) => formatMessage(base.model, locale, key, params);
  const { labelField, policy } = plan.entity;
  const mayName = record && isAllowed(policy.fields[labelField]?.view ?? policy.view, seen.features);
  const name = mayName ? String(record[labelField] ?? '') : say(plan.entity.title);
  const call = await callAs(within(base, raw), { owner: undefined }, zone);
  if (!call) return false;
  const to = record && pageOf({ base }, { subject: { plan, record } });
  const params = {
    ...{ step: say(label), name, requester, link: `${base.ports.publicUrl}${to ?? '/approvals'}` },
    note: String((isAsked ? approval.Note : approval.EndNote) ?? '') || '–',
  };
  const telling = {
    ...{ raw, base, scope: { call, changes }, automation: { id: 'approval', title: titlesOf(base) } },
    notice: { kind: 'approval', title: `notification.approval.${about}` },
  };
  const text = say('approval.about', params);
  await keepNotification(telling, { reader, text, to: to ?? '/approvals' });
  if (typeof reader.Email === 'string' && reader.Email !== '')
    await keepLetter(telling, {
      ...{ to: reader.Email, reader, language: locale, html: '' },
      subject: say(`approval.mail.${about}.subject`, params).replaceAll(/\s+/g, ' '),
      text: say(`approval.mail.${about}.text`, params),
    });
  return true;
}

function titlesOf({ model }: Runtime): Readonly<Record<Locale, string>> {
  const of = (locale: Locale) => formatMessage(model, locale, 'screen.approvals');
  return { 'en-CA': of('en-CA'), 'fr-CA': of('fr-CA') };
}
