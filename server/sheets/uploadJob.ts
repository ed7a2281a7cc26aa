/** The job that imports an uploaded file after the call was answered: all of it or nothing. */
import type { DataRecord, RouteModel, SheetModel } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { JobKind, JobWork } from '../jobs/Job.ts';
import { noticeOf } from '../operations/noticeOf.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { withFewIssues } from '../rows/createFindings.ts';
import { readableSheet } from './readableSheet.ts';
import { sheetLines } from './sheetLines.ts';
import { takeLines } from './uploadSheet.ts';

/** The job kind. */
export const uploadKind = 'upload';

type UploadInput = {
  readonly Entity: string;
  /** Method and path of the call. */
  readonly Call: string;
  /** Field values that the path sets on every record. */
  readonly Within: DataRecord;
  readonly FileId: string;
  readonly Zone: string;
};

type Starting = {
  readonly route: RouteModel;
  readonly within: DataRecord;
  readonly file: { readonly id: string; readonly name: string };
  readonly zone: string;
};

/** Returns the job id; a second upload for the same owner waits for the first. */
export async function startUpload(
  call: OperationCall,
  { route, within, file, zone }: Starting,
): Promise<string | undefined> {
  const { entity: Entity, notice } = route;
  const input: UploadInput = { Entity, Call: callOf(route), Within: within, FileId: file.id, Zone: zone };
  return call.runtime.jobs.start(call, {
    kind: uploadKind,
    key: [Entity, ...Object.values(within)].join(' ').toLowerCase(),
    access: route.access ?? call.runtime.planOf(Entity).entity.policy.update,
    notice: () => {
      const told = noticeOf(notice, within);
      return told && { ...told, about: told.about ?? file.name };
    },
    prepare: async () => input,
  });
}

const callOf = ({ method, path }: RouteModel): string => `${method} ${path}`;

export const uploadJob: JobKind = {
  writes: ({ Entity }) => [String(Entity)],
  run: (work) =>
    take(work, work.input as UploadInput).catch((error) => {
      throw error instanceof Refusal ? withFewIssues(error) : error;
    }),
  // The transaction wrote everything or nothing. The unreferenced file is deleted a day later.
  undo: async () => undefined,
};

async function take({ call, report, yieldTurn, complete, write }: JobWork, input: UploadInput) {
  const { FileId, Within: within, Zone: zone } = input;
  const { model, ports, planOf } = call.runtime;
  const plan = planOf(input.Entity);
  const route = model.routes.find((one) => one.operation === 'upload' && callOf(one) === input.Call);
  const bytes = await ports.files.bytes(FileId);
  if (!route?.sheet || !bytes) throw refusals.jobOvertaken();
  const sheet: SheetModel = readableSheet(route.sheet, plan.entity, call.features);
  const lines = await sheetLines(call, plan, sheet, bytes);
  const all = Math.max(lines.rows.length, 1);
  const pause = async (done: number) => {
    report({ done, share: done / all });
    await yieldTurn();
  };
  const result = await write(async (scope) => {
    const now = { plan: scope.call.runtime.planOf(input.Entity), sheet, within, zone, lines, pause };
    const counts = { RowCount: lines.rows.length, ...(await takeLines(scope, now)) };
    await scope.session.remove('file', FileId);
    await complete(scope.session, counts);
    return counts;
  });
  await ports.files.remove(FileId);
  return result;
}
