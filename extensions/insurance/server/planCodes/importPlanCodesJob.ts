/** Imports a file of plan codes: all rows are checked first, and a file with a mistake changes nothing. */
import { type DataRecord, SheetError } from '#engine';
import {
  createBatches,
  createFindings,
  type Findings,
  type JobKind,
  type JobWork,
  type Refusal,
  readRows,
  refusals,
  takeBack,
  updateStored,
} from '#server/extension';
import { createPlanCodeReader, type PlanCode } from './createPlanCodeReader.ts';

const [fileEntity, codeEntity] = ['plan-code-file', 'plan-code'];

export const importPlanCodesJob: JobKind = {
  writes: () => [fileEntity, codeEntity],
  run: async (work) => {
    const counts = await readCodes(work).catch((error) => {
      throw error instanceof SheetError ? brokenFile(error) : error;
    });
    if (counts.findings.count() > 0) throw counts.findings.refusal();
    if (counts.rows === 0) throw refusedFile('plan-code-file.no-codes', undefined);
    return show(work, counts);
  },
  undo: ({ store, yieldTurn }, { PlanCodeFileId }) =>
    takeBack(store, {
      entity: fileEntity,
      id: String(PlanCodeFileId),
      many: [{ entity: codeEntity, field: 'PlanCodeFileId' }],
      yieldTurn,
    }),
};

type Counts = { rows: number; created: number; readonly findings: Findings };

/** After the first mistake rows are only checked, since none will be stored. */
async function readCodes({ call, input, report, yieldTurn }: JobWork): Promise<Counts> {
  const { store, ports } = call.runtime;
  const file = await store.get('file', String(input.FileId));
  const findings = createFindings({
    entity: fileEntity,
    path: '/FileId',
    more: 'plan-code-file.more-mistakes',
  });
  const counts: Counts = { rows: 0, created: 0, findings };
  let share: number | undefined;
  const batches = createBatches<PlanCode>(async (codes) => {
    counts.created += await store.insertMany(codeEntity, codes.map(recordOf(call, input)));
    report({ done: counts.rows, share });
    await yieldTurn();
  });
  const reader = createPlanCodeReader();
  const table = { id: String(input.FileId), size: Number(file?.Size) };
  for await (const piece of readRows(ports.files, table, yieldTurn)) {
    share = piece.share;
    for (const row of piece.rows) {
      const found = reader.read(row);
      if (!found) continue;
      counts.rows++;
      if ('message' in found) findings.note(found);
      // Even awaits that resolve at once take long when there are a million.
      else if (findings.count() === 0) await batches.add(found);
    }
    report({ done: counts.rows, share });
    await yieldTurn();
  }
  if (findings.count() === 0) await batches.end();
  return counts;
}

function recordOf({ runtime: { ports }, now, user: { UserName } }: JobWork['call'], input: DataRecord) {
  const stamp = {
    ...{ CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName, Revision: 1 },
    ...{ PlanCodeFileId: input.PlanCodeFileId, Provider: input.Provider },
  };
  return (code: PlanCode): DataRecord => ({ Id: ports.newId(), ...code, ...stamp });
}

/** Makes all codes effective at once. */
async function show(
  { call, input, complete, write }: JobWork,
  { rows, created }: Counts,
): Promise<DataRecord> {
  const known = rows - created;
  const notes = known > 0 ? [{ message: 'plan-code-file.note.known', params: { count: known } }] : [];
  const result = { Id: input.PlanCodeFileId, RowCount: rows, ItemsCreated: created, Notes: notes };
  await write(async (scope) => {
    const plan = scope.call.runtime.planOf(fileEntity);
    const previous = await scope.session.get(fileEntity, String(input.PlanCodeFileId));
    if (!previous)
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: input.PlanCodeFileId } });
    const shown = {
      UploadDate: call.runtime.ports.now().toISOString(),
      UploadedByUserName: call.user.UserName,
      ...{ RecordCount: rows, ItemsCreated: created },
    };
    await updateStored(scope, plan, { previous, next: { ...previous, ...shown }, operation: 'import' });
    await complete(scope.session, result);
  });
  return result;
}

function brokenFile({ reason, row }: SheetError): Refusal {
  return refusedFile(`plan-code-file.file.${reason}${row === undefined ? '' : '.row'}`, row);
}

function refusedFile(message: string, row: number | undefined): Refusal {
  const issue = { rule: message, path: '/FileId', level: 'error', message, params: { row } } as const;
  return refusals.invalid({ issues: [issue], entity: fileEntity });
}
