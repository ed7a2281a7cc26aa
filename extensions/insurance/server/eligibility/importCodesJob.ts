/** Imports a file of codes: all rows are checked first, and a file with a mistake changes nothing. */
import { type DataRecord, type Issue, SheetError } from '#engine';
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
import { type CodeMistake, type CodeNote, createCodeReader } from './createCodeReader.ts';

const [listEntity, codeEntity] = ['eligibility-code-list', 'eligibility-code'];

export const importCodesJob: JobKind = {
  writes: () => [listEntity, codeEntity],
  run: async (work) => {
    const counts = await readCodes(work).catch((error) => {
      throw error instanceof SheetError ? brokenFile(error) : error;
    });
    if (counts.findings.count() > 0) throw counts.findings.refusal();
    if (counts.codes === 0) throw refusedList('ID_ProductEligibilityCodeList_CannotBeEmpty', {});
    return show(work, counts);
  },
  // The upload stays for another try and is deleted after a day, like every upload.
  undo: ({ store, yieldTurn }, { ListId }) =>
    takeBack(store, {
      entity: listEntity,
      id: String(ListId),
      many: [{ entity: codeEntity, field: 'EligibilityCodeListId' }],
      yieldTurn,
    }),
};

type Counts = {
  rows: number;
  codes: number;
  readonly findings: Findings;
  notes: readonly CodeNote[];
};

/** After the first mistake rows are only checked, since none will be stored. */
async function readCodes({ call, input, report, yieldTurn }: JobWork): Promise<Counts> {
  const { store, ports } = call.runtime;
  const [file, list] = await Promise.all([
    store.get('file', String(input.FileId)),
    store.get(listEntity, String(input.ListId)),
  ]);
  const more = 'eligibility-code-list.more-mistakes';
  const findings = createFindings({ entity: listEntity, path: '/FileId', more });
  const counts: Counts = { rows: 0, codes: 0, findings, notes: [] };
  const batches = createBatches<string>(async (codes) => {
    counts.codes += await store.insertMany(codeEntity, codes.map(recordOf(call, String(input.ListId))));
    report({ done: counts.rows, share });
    await yieldTurn();
  });
  const take = async (found: readonly (string | CodeMistake)[]) => {
    for (const one of found) {
      counts.rows++;
      if (typeof one !== 'string') findings.note(one);
      else if (findings.count() === 0) await batches.add(one);
    }
  };
  let share: number | undefined;
  const reader = createCodeReader(list?.SourceName === 'Vehicle.VIN' ? 'vin' : 'promo');
  const table = { id: String(input.FileId), size: Number(file?.Size) };
  for await (const piece of readRows(ports.files, table, yieldTurn)) {
    share = piece.share;
    for (const row of piece.rows) {
      const found = reader.read(row);
      // Even awaits that resolve at once take long when there are a million.
      if (found.length > 0) await take(found);
    }
    report({ done: counts.rows, share });
    await yieldTurn();
  }
  await take(reader.end());
  if (findings.count() === 0) await batches.end();
  return { ...counts, notes: reader.notes() };
}

function recordOf({ runtime: { ports }, now, user: { UserName } }: JobWork['call'], list: string) {
  const stamp = {
    CreatedDate: now,
    CreatedBy: UserName,
    ModifiedDate: now,
    ModifiedBy: UserName,
    Revision: 1,
  };
  return (code: string): DataRecord => ({
    Id: ports.newId(),
    EligibilityCodeListId: list,
    CodeName: code,
    ...stamp,
  });
}

/** Makes all codes effective at once; the file is no longer needed. */
async function show({ call, input, complete, write }: JobWork, counts: Counts): Promise<DataRecord> {
  const { rows, codes, notes } = counts;
  const moment = call.runtime.ports.now().toISOString();
  const result = {
    ...{ Id: input.ListId, RowCount: rows, TotalCodesCount: codes, Repeated: rows - codes },
    Notes: notes,
  };
  await write(async (scope) => {
    const plan = scope.call.runtime.planOf(listEntity);
    const previous = await scope.session.get(listEntity, String(input.ListId));
    if (!previous) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: input.ListId } });
    const shown = { IsActive: true, UploadedDate: moment, UploadedBy: call.user.DisplayName, FileId: null };
    const next = { ...previous, ...shown, RowCount: rows, TotalCodesCount: codes };
    await updateStored(scope, plan, { previous, next, operation: 'import' });
    await scope.session.remove('file', String(input.FileId));
    await complete(scope.session, result);
  });
  await call.runtime.ports.files.remove(String(input.FileId));
  return result;
}

function brokenFile({ reason, row }: SheetError): Refusal {
  const at = row === undefined ? '' : '.row';
  return refusedList(`eligibility-code-list.file.${reason}${at}`, { row });
}

const refusedList = (message: string, params: Issue['params']): Refusal =>
  refusals.invalid({ issues: [issueOf(message, params)], entity: listEntity });

function issueOf(message: string, params: Issue['params']): Issue {
  return { rule: message, path: '/FileId', level: 'error', message, params };
}
