/** Tells of an answer: people of the organization on screen and by e-mail, its sender by e-mail. */
import { type DataRecord, type EntityModel, formatMessage, type Locale } from '#engine';
import { callOf, within } from '../automations/callAs.ts';
import { keepLetter, keepNotification, type Telling } from '../automations/digest.ts';
import { textOf } from '../automations/renderTexts.ts';
import { pageOf } from '../automations/tell.ts';
import { languageOf } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { unlimited } from '../operations/rowAccess.ts';
import { namesOf } from './formNamed.ts';
import type { Taking } from './Taking.ts';

type Told = Taking & {
  readonly scope: WriteScope;
  readonly record: DataRecord;
  readonly language: Locale;
};

/** In the transaction of the answer: anyone who is notified of it finds it. */
export async function tellOfAnswer(told: Told): Promise<void> {
  for (const reader of await readersOf(told)) await tellReader(told, reader);
  await confirm(told);
}

function tellingOf({ runtime, form, scope }: Told): Telling {
  return {
    ...{ raw: unlimited(scope.session), base: runtime, scope },
    automation: { id: form.id, title: form.title },
    notice: { kind: 'form', title: 'notification.form' },
  };
}

async function readersOf({ form, scope }: Told): Promise<readonly DataRecord[]> {
  const { roles, people } = form.notify;
  if (roles.length === 0 && people.length === 0) return [];
  const { items } = await unlimited(scope.session).find({ entity: 'user', filter: equals('IsActive', true) });
  return items.filter(
    ({ Roles, UserName }) =>
      people.includes(String(UserName)) ||
      (Array.isArray(Roles) && roles.some((role) => Roles.includes(role))),
  );
}

/** Only those who may see the record. */
async function tellReader(told: Told, reader: DataRecord): Promise<void> {
  const { runtime, form, scope, record, zone } = told;
  const raw = unlimited(scope.session);
  const plan = runtime.planOf(form.entity);
  const seen = await callOf(within(runtime, raw), reader, zone);
  if (!seen || !isAllowed(plan.entity.policy.view, seen.features)) return;
  if (!(await seen.runtime.store.get(form.entity, String(record.Id)))) return;
  const locale = await languageOf(raw, reader);
  const { labelField, policy } = plan.entity;
  const mayName = isAllowed(policy.fields[labelField]?.view ?? policy.view, seen.features);
  const name = mayName ? String(record[labelField] ?? '') : '';
  const text = [form.title[locale], name].filter((part) => part !== '').join(' – ');
  await keepNotification(tellingOf(told), {
    ...{ reader, text },
    to: pageOf({ base: runtime }, { subject: { plan, record } }),
  });
}

/** The fields that the sender filled in, and no others, may stand in the letter to them. */
async function confirm(told: Told): Promise<void> {
  const { runtime, call, form, record, language } = told;
  const address = form.confirm && record[form.confirm.to];
  if (!form.confirm || typeof address !== 'string' || address === '') return;
  const plan = runtime.planOf(form.entity);
  const view = { call, plan, record: offeredOf(plan.entity, namesOf(form), record), locale: language };
  const subject = (await textOf(view, form.confirm.subject[language])).replaceAll(/\s+/g, ' ');
  const text = await textOf(view, form.confirm.text[language]);
  const foot = formatMessage(runtime.model, language, 'form.mail.foot', { title: form.title[language] });
  await keepLetter(tellingOf(told), {
    ...{ to: address, language, html: '' },
    ...{ subject, text: `${text}\n\n${foot}` },
  });
}

function offeredOf({ fieldByPath }: EntityModel, names: readonly string[], record: DataRecord): DataRecord {
  const kept = names.flatMap((name) => [name, fieldByPath.get(name)?.expand?.as ?? name]);
  return Object.fromEntries(kept.map((name) => [name, record[name]]));
}
