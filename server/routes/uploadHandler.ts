import {
  checkWritable,
  type DataRecord,
  type FieldModel,
  type FileLimits,
  formatMessage,
  type RouteModel,
  type SheetModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { boundaryOf } from '../files/readPart.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { id, objectOf } from '../http/fieldSchemas.ts';
import { member, textMember } from '../http/member.ts';
import { operationCall } from '../http/operationCall.ts';
import { receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import { json } from '../http/respond.ts';
import type { Takes } from '../http/Takes.ts';
import { holdTo } from '../http/takeBody.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { authorize } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { isObject } from '../operations/heldRecord.ts';
import { type OperationCall, type RuntimeOfAll, ruleContext } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import { refuseErrors } from '../operations/validateWrite.ts';
import { readableSheet } from '../sheets/readableSheet.ts';
import { countRefusal, readForm, type SentFile } from '../sheets/readForm.ts';
import { startUpload } from '../sheets/uploadJob.ts';
import { uploadSheet } from '../sheets/uploadSheet.ts';
import { fileForm } from './fileForm.ts';
import { boundFields, type Handler, type Served } from './Handler.ts';
import { sentRecord } from './recordTakes.ts';

/** `POST /products/{ProductId}/limitsofliability/upload`: a form with the file and its name. */
export function uploadHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const whole = route.sheet as SheetModel;
  const handle: Handler = async (call) => {
    const sheet = readableSheet(whole, plan.entity, call.session?.features);
    // An upload updates as well as creates: both must be allowed.
    authorize(plan.entity.policy.update, call.session?.features);
    if (sheet.replaces) authorize(plan.entity.policy.remove, call.session?.features);
    const operation = operationCall(call);
    const within = boundFields(route, call);
    await refuseUnknownOwner({ call: operation, session: call.runtime.store }, plan, within);
    await refuseUnconfirmed(operation, route, { plan, within });
    if (route.job) await refuseLocked(operation, plan, within);
    const sent = await sentFile(call, route, plan);
    const zone = zoneOf(call);
    if (route.job) {
      const file = { name: sent.name, id: sent.id ?? (await keep(call, { route, plan, sent })) };
      const JobId = await startUpload(operation, { route, within, file, zone });
      return json({ FileName: file.name, JobId }, route.status);
    }
    const { bytes, name, clear } = sent;
    const done = await uploadSheet(operation, { plan, sheet, within, bytes, zone });
    await clear();
    return json({ FileName: name, ...done }, route.status);
  };
  const field = route.upload && plan.entity.fieldByPath.get(route.upload.field);
  return { takes: { ...fileForm, ...(field ? { json: namedFile(field) } : {}) }, handle };
}

/** The id of a file uploaded before, instead of a form; without one, the refusal of an empty form. */
function namedFile({ name, file }: FieldModel): Takes & { readonly kind: 'json' } {
  const schema = objectOf([[name, id]], [name]);
  const hold = (_call: ApiCall, body: unknown) => {
    const isNone = body === undefined || (isObject(body) && (member(body, name) ?? '') === '');
    if (isNone) throw countRefusal(file);
    return holdTo(schema, body);
  };
  return { kind: 'json', schema, hold };
}

/** 428 until the person confirms; the confirmation is valid only for the owner as it was then. */
async function refuseUnconfirmed(
  call: OperationCall,
  { confirm }: RouteModel,
  { plan, within }: { readonly plan: EntityPlan; readonly within: DataRecord },
): Promise<void> {
  if (confirm.length === 0) return;
  const { runtime, locale, user } = call;
  await runtime.signer.ready();
  const owner = await ownerOf(call, runtime.store, plan, within);
  const vars = { ...ruleContext(call, { action: 'create', owner }), owner };
  const asked = confirm.filter(({ when }) => when.evaluate({ root: within, vars }) === true);
  const about = [user.Id, owner?.Id ?? '', owner?.Revision ?? ''].join('\n');
  const all = await Promise.all(
    asked.map(async ({ id, message }) => ({
      Rule: id,
      Message: formatMessage(runtime.model, locale, message),
      Token: await runtime.signer.sign(`${about}\n${id}`),
    })),
  );
  const open = all.filter(({ Token }) => !call.confirmed.includes(Token));
  if (open.length === 0) return;
  const message = open.map(({ Message }) => Message).join(' ');
  throw refusals.confirm({ params: { message }, extra: { Confirmations: open } });
}

/** Refuses at once when no row could be accepted. */
async function refuseLocked(call: OperationCall, plan: EntityPlan, within: DataRecord): Promise<void> {
  const owner = await ownerOf(call, call.runtime.store, plan, within);
  const context = ruleContext(call, { action: 'create', owner });
  refuseErrors(plan, checkWritable(plan.entity, undefined, within, context));
}

type Keeping = { readonly route: RouteModel; readonly plan: EntityPlan; readonly sent: SentFile };

/** Stores the uploaded file until it is processed. */
async function keep(call: ApiCall, { route, plan, sent }: Keeping): Promise<string> {
  const limits = plan.entity.fieldByPath.get(route.upload?.field ?? '')?.file as FileLimits;
  await refuseBeyondQuota(call);
  const content = new Blob([sent.bytes as BlobPart]).stream();
  return String((await receiveFile(operationCall(call), { content, name: sent.name, limits })).Id);
}

/** `id`: of a file uploaded before. */
type Sent = SentFile & { readonly id?: string; readonly clear: () => Promise<void> };

/** The file of the form, or one uploaded for the field before, which is deleted after the import. */
async function sentFile(call: ApiCall, route: RouteModel, { entity }: EntityPlan): Promise<Sent> {
  const { runtime, locale, request, ports } = call;
  const limits = route.upload && entity.fieldByPath.get(route.upload.field)?.file;
  const limit = limits?.maxBytes ?? runtime.model.settings.fileLimitBytes;
  if (!route.upload || boundaryOf(request.headers.get('content-type')))
    return { ...(await readForm(request, { limit, locale, limits })), clear: async () => undefined };
  const named = textMember(sentRecord(call), route.upload.field).toLowerCase();
  const file = await runtime.store.get('file', named);
  const bytes = file?.CreatedBy === call.session?.user.UserName ? await ports.files.bytes(named) : undefined;
  if (!file || !bytes) throw refusals.noSuchRecord({ params: { entity: 'entity.file', id: named } });
  return {
    id: named,
    bytes,
    name: String(file.Name),
    clear: async () => {
      await runtime.store.remove('file', named);
      await ports.files.remove(named);
    },
  };
}
