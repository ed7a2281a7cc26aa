/** Files attached to a record. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { incomingFile, receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { inTransaction } from '../operations/OperationCall.ts';
import { insertRecord } from '../operations/writeRecord.ts';
import { type Around, about, refuseGone } from './aroundRecord.ts';
import { noteActivity } from './comments.ts';
import type { All } from './readers.ts';

export const attachmentEntity = 'record-file';

export async function listAttachments({ runtime }: All, around: Around): Promise<readonly DataRecord[]> {
  const { items } = await runtime.store.find({
    ...{ entity: attachmentEntity, filter: about(around), page: { number: 1, size: 1000 } },
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
  });
  const ids = items.map(({ FileId }) => String(FileId));
  const files = new Map((await runtime.store.getMany('file', ids)).map((file) => [file.Id, file]));
  return items.flatMap((one) => {
    const file = files.get(one.FileId);
    return file ? [answerOf(around, one, file)] : [];
  });
}

export function mayAttach({ activity: { files }, call }: Around): boolean {
  return files !== undefined && isAllowed(files.write, call.features);
}

/** Takes a form with a file, or the file itself as the body; its type is read from its content. */
export async function attach(call: ApiCall, around: Around): Promise<DataRecord> {
  const files = around.activity.files;
  if (!files) throw refusals.noSuchPath({ params: { path: call.path } });
  authorize(files.write, around.call.features);
  await refuseBeyondQuota(call);
  if ((await call.runtime.store.count(attachmentEntity, about(around))) >= files.count)
    throw tooMany(files.count);
  const file = await receiveFile(around.call, { ...(await incomingFile(call)), limits: files.limits });
  const stored = await inTransaction(around.call, async (scope) => {
    await refuseGone(scope, around);
    if ((await scope.session.count(attachmentEntity, about(around))) >= files.count)
      throw tooMany(files.count);
    const { runtime } = scope.call;
    const record = {
      ...{ Id: runtime.ports.newId(), Entity: around.plan.entity.id, RecordId: around.id, FileId: file.Id },
    };
    await insertRecord(scope, runtime.planOf(attachmentEntity), record);
    noteActivity(scope, around, 'attach');
    return (await scope.session.get(attachmentEntity, record.Id)) as DataRecord;
  });
  return answerOf(around, stored, file);
}

/** By the person who attached it, and by anyone who may change the record. */
export async function detach(around: Around, attachmentId: string): Promise<void> {
  await inTransaction(around.call, async (scope) => {
    const found = await scope.session.get(attachmentEntity, attachmentId);
    if (!found || found.Entity !== around.plan.entity.id || found.RecordId !== around.id)
      throw refusals.noSuchRecord({ params: { entity: `entity.${attachmentEntity}`, id: attachmentId } });
    if (!mayDetach(around, found)) authorize(around.plan.entity.policy.update, around.call.features);
    await scope.session.remove(attachmentEntity, attachmentId);
    noteActivity(scope, around, 'attach');
  });
}

const mayDetach = ({ plan, call }: Around, { CreatedBy }: DataRecord): boolean =>
  CreatedBy === call.user.UserName || isAllowed(plan.entity.policy.update, call.features);

const tooMany = (limit: number) => refusals.tooManyAttachments({ params: { limit } });

function answerOf(around: Around, one: DataRecord, file: DataRecord): DataRecord {
  return {
    ...{ Id: one.Id, FileId: file.Id, Name: file.Name, ContentType: file.ContentType, Size: file.Size },
    ...{ CreatedDate: one.CreatedDate, CreatedBy: one.CreatedBy, MayRemove: mayDetach(around, one) },
  };
}
