/** `/publicforms/{address}`: forms for people without a login, and the links that staff make for them. */
import {
  compileBundle,
  type EntityModel,
  type FileLimits,
  holdsFiles,
  type PublicFormModel,
  validatorModuleSource,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { noteFile, refuseMoreFiles, refuseUnsolved } from '../forms/challenge.ts';
import { bundleOf, definitionOf } from '../forms/definition.ts';
import { formCall } from '../forms/formCall.ts';
import { linkOf, makeLink, revokeLinks } from '../forms/formLinks.ts';
import { formNamed, formsOf, namesOf } from '../forms/formNamed.ts';
import { refuseTooMany } from '../forms/formUse.ts';
import { type Answer, takeAnswer } from '../forms/takeAnswer.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedNumber, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { incomingFile, receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import { empty, json, text as textAnswer } from '../http/respond.ts';
import { anId, anObject, may, oneOf, type Static, sent, text, wholeNumber } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import { networkOf } from '../login/networkOf.ts';
import { isAllowed } from '../operations/authorize.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { inTransaction, type Runtime } from '../operations/OperationCall.ts';
import { fileForm } from './fileForm.ts';

/** None where the declarations cannot keep answers. */
export function publicFormEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (!['form-answer', 'form-use', 'form-link'].every((id) => runtime.model.entities.has(id))) return [];
  const open = { ids: [], access: { kind: 'public' }, isBeforePassword: true } as const;
  const path = '/publicforms/{address}';
  return [
    { ...open, method: 'GET', path, handle: (call) => describe(runtime, call) },
    {
      ...{ ...open, method: 'GET', path: `${path}/validators.js` },
      asks: [askedText('v', 'The version of the declarations.')],
      handle: (call) => validators(runtime, call),
    },
    {
      ...{ ...open, method: 'POST', path, opens: (call) => bound(runtime, call, 'form') },
      ...taking(answerBody, (call, body) => answer(runtime, call, body), { limit: bodyLimit }),
    },
    {
      ...{ ...open, method: 'POST', path: `${path}/open`, opens: (call) => bound(runtime, call, 'form') },
      ...taking(tokenBody, (call, body) => openLink(runtime, call, body), { limit: 4096, isProtocol: true }),
    },
    {
      ...{ ...open, method: 'POST', path: `${path}/file` },
      asks: [
        askedText('field', 'The field that the file is for.'),
        askedText('challenge', 'The challenge of the form.'),
        askedNumber('number', 'The number that solves it.', { minimum: 0 }),
      ],
      opens: (call) => bound(runtime, call, 'upload'),
      takes: { ...fileForm },
      handle: (call) => upload(runtime, call),
    },
    ...linkEndpoints(runtime),
  ];
}

/** Text that people type; files come apart. */
const bodyLimit = 256 * 1024;

const answerBody = sent({
  ...{ Challenge: text, Number: wholeNumber, Values: anObject },
  ...{ Consent: may(text), Language: oneOf('en-CA', 'fr-CA'), Token: may(text) },
});
const tokenBody = sent({ Token: text });

const minute = 60_000;
/** An office behind one address may answer at once; nobody fills in thirty forms in ten minutes. */
const limits = {
  form: { most: 30, milliseconds: 10 * minute },
  upload: { most: 60, milliseconds: 10 * minute },
};
/** Answers of a minute from all networks. */
const mostPerMinute = 300;

/** Before the body is read. */
async function bound(runtime: Runtime, call: ApiCall, kind: keyof typeof limits): Promise<void> {
  const form = formOf(runtime, call);
  const network = networkOf(call.address);
  const own = kind === 'form' ? 'network' : 'upload';
  await refuseTooMany(runtime, [
    { key: [own, form.id, network], ...limits[kind] },
    { key: ['form', form.id, kind], most: mostPerMinute, milliseconds: minute },
  ]);
}

function formOf({ model }: Runtime, { params }: ApiCall): PublicFormModel {
  const form = formNamed(model, params.address ?? '');
  if (!form) throw refusals.noSuchForm({ params: { address: params.address } });
  return form;
}

const zoneOf = ({ settings }: ApiCall): string => settings.timeZone;

async function describe(runtime: Runtime, call: ApiCall): Promise<Response> {
  const form = formOf(runtime, call);
  const asked = { runtime, form, call: formCall(call, runtime, form), zone: zoneOf(call) };
  return json(await definitionOf(asked));
}

/** The checks of the offered fields, as a module: the content policy allows no code made from text. */
async function validators(runtime: Runtime, call: ApiCall): Promise<Response> {
  const form = formOf(runtime, call);
  if (form.off) throw refusals.noSuchForm({ params: { address: form.address } });
  const asked = { runtime, form, call: formCall(call, runtime, form), names: namesOf(form) };
  const model = compileBundle((await bundleOf(asked)).Bundle);
  const only = { ...model, entities: new Map([...model.entities].filter(([id]) => id === form.entity)) };
  return textAnswer(validatorModuleSource(only), 'text/javascript; charset=utf-8', {
    'cache-control': 'no-store',
  });
}

async function answer(runtime: Runtime, call: ApiCall, body: Static<typeof answerBody>): Promise<Response> {
  const form = formOf(runtime, call);
  const asked = { runtime, form, call: formCall(call, runtime, form), zone: zoneOf(call) };
  await takeAnswer(asked, body as Answer);
  return json({ Received: true }, 201);
}

/** The form with the values of the record that a link is for. */
async function openLink(
  runtime: Runtime,
  call: ApiCall,
  { Token }: Static<typeof tokenBody>,
): Promise<Response> {
  const form = formOf(runtime, call);
  const link = await linkOf(runtime, runtime.store, { form, token: Token });
  const operation = formCall(call, runtime, form);
  const plan = runtime.planOf(form.entity);
  const from = { call: operation, session: runtime.store };
  const isThere = link && !form.off && (await runtime.store.get(form.entity, String(link.RecordId)));
  if (!isThere) throw refusals.formLinkOver();
  const record = await loadRecord(from, plan, String(link.RecordId));
  return json(await definitionOf({ runtime, form, call: operation, zone: zoneOf(call), record }));
}

/** A file for an answer that is being written; it is removed after a day if the answer never comes. */
async function upload(runtime: Runtime, call: ApiCall): Promise<Response> {
  const form = formOf(runtime, call);
  const query = call.query();
  const challenge = query.get('challenge') ?? '';
  const solved = { Challenge: challenge, Number: Number(query.get('number') ?? -1) };
  const limits = fileLimitsOf(runtime, form, query.get('field') ?? '');
  if (form.off) throw refusals.formClosed({ extra: { Closed: 'closed' } });
  await refuseUnsolved(runtime, form, solved);
  await refuseMoreFiles(runtime, challenge);
  const operation = formCall(call, runtime, form);
  await refuseBeyondQuota({ ...call, runtime, session: { user: operation.user } as ApiCall['session'] });
  const record = await receiveFile(operation, { ...(await incomingFile(call)), limits });
  await noteFile(runtime, challenge, String(record.Id));
  const { Id, Name, ContentType, Size, Width, Height } = record;
  return json({ Id, Name, ContentType, Size, ...(Width === undefined ? {} : { Width, Height }) }, 201);
}

function fileLimitsOf({ model }: Runtime, form: PublicFormModel, name: string): FileLimits {
  const entity = model.entities.get(form.entity) as EntityModel;
  const field = namesOf(form).includes(name) ? entity.fieldByPath.get(name) : undefined;
  if (!field || !holdsFiles(field) || !field.file) throw refusals.noSuchFileField({ params: { name } });
  return field.file;
}

const linkBody = sent({ RecordId: anId });

/** Links are made by people who may change the record themselves. */
function linkEndpoints(runtime: Runtime): readonly Endpoint[] {
  const login = { ids: [] as readonly string[], access: { kind: 'login' } } as const;
  const path = '/publicforms/{address}/link';
  return [
    {
      ...{ ...login, method: 'GET', path: '/publicforms' },
      asks: [askedText('entity', 'Only forms of this entity.')],
      handle: (call) => listLinkable(runtime, call),
    },
    {
      ...{ ...login, method: 'POST', path },
      ...taking(linkBody, (call, body) => newLink(runtime, call, body)),
    },
    {
      ...{ ...login, ids: ['recordId'], method: 'DELETE', path: `${path}/{recordId}`, takes: nothing },
      handle: (call) => endLinks(runtime, call),
    },
  ];
}

function mayLink(call: ApiCall, form: PublicFormModel): boolean {
  const { model } = call.runtime;
  const entity = model.entities.get(form.entity) as EntityModel;
  const features = call.session?.features;
  const writes = form.link?.fields.map((name) => entity.policy.fields[name]?.write) ?? [];
  const reads = form.link?.fields.map((name) => entity.policy.fields[name]?.view) ?? [];
  const all = [entity.policy.view, entity.policy.update, ...writes, ...reads];
  return all.every((access) => access === undefined || isAllowed(access, features));
}

/** The forms by which the caller may make links. */
async function listLinkable({ model }: Runtime, call: ApiCall): Promise<Response> {
  const entity = call.query().get('entity');
  const forms = formsOf(model).filter(
    (form) => form.link && !form.off && (entity === null || form.entity === entity) && mayLink(call, form),
  );
  return json({
    Items: forms.map(({ address, entity: Entity, title, link }) => ({
      ...{ Address: address, Entity, Title: title[call.locale], Days: link?.days, Once: link?.once === true },
    })),
  });
}

/** Reads the record as the caller: one that they may not see does not exist. */
async function linkable(runtime: Runtime, call: ApiCall, recordId: string): Promise<PublicFormModel> {
  const form = formOf(runtime, call);
  if (!form.link || form.off) throw refusals.noSuchForm({ params: { address: form.address } });
  if (!mayLink(call, form)) throw refusals.nobodyMay();
  await loadRecord(
    { call: operationCall(call), session: call.runtime.store },
    runtime.planOf(form.entity),
    recordId,
  );
  return form;
}

async function newLink(
  runtime: Runtime,
  call: ApiCall,
  { RecordId }: Static<typeof linkBody>,
): Promise<Response> {
  const recordId = RecordId.toLowerCase();
  const form = await linkable(runtime, call, recordId);
  const made = await inTransaction(operationCall(call), ({ session, call: by }) =>
    makeLink(by, session, { form, recordId }),
  );
  return json({ Url: made.url, ExpiresAt: made.expiresAt, Once: form.link?.once === true }, 201);
}

async function endLinks(runtime: Runtime, call: ApiCall): Promise<Response> {
  const recordId = call.params.recordId ?? '';
  const form = await linkable(runtime, call, recordId);
  await inTransaction(operationCall(call), ({ session }) => revokeLinks(session, form, recordId));
  return empty();
}
