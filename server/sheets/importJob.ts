/** Imports a file into an entity as a job: judged as a whole before anything is stored, then all of it. */
import type { DataRecord, SheetRow } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { JobKind, JobResult, JobWork } from '../jobs/Job.ts';
import { authorize } from '../operations/authorize.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';
import { importFields } from './importFields.ts';
import { columnsOf, type ImportFile, type MappedColumn, openImport } from './importFile.ts';
import { cellIssues, createImportFindings } from './importFindings.ts';
import { noticeOfImport } from './importNotice.ts';
import { type ImportedRecord, type ImportPass, takeSlice } from './importSlice.ts';
import { takeBackImport } from './takeBackImport.ts';

export const importKind = 'import';

export type ImportInput = {
  readonly Entity: string;
  readonly FileId: string;
  readonly FileName: string;
  readonly Columns: readonly MappedColumn[];
  /** The fields by which rows find the records to update; none: all rows are new records. */
  readonly Key: readonly string[];
  readonly Mode: 'create' | 'update' | 'both';
  readonly Zone: string;
  /** Absent for a trial. */
  readonly ImportId?: string;
  /** When it started; the history of its writes has this moment. */
  readonly StartedAt: string;
};

/** Returns the id of the job; one import of an entity runs at a time, and one trial for each person. */
export async function startImport(call: OperationCall, input: ImportInput): Promise<string | undefined> {
  const { Entity, ImportId, FileName } = input;
  const { entity } = call.runtime.planOf(Entity);
  const starting = call.runtime.jobs.start(call, {
    kind: importKind,
    key: (ImportId ? Entity : `${Entity} ${call.user.Id}`).toLowerCase(),
    access: entity.policy.import ?? { kind: 'feature', anyOf: [] },
    notice: () =>
      noticeOfImport(call, Entity, ImportId ? 'notification.import' : 'notification.import-trial', FileName),
    prepare: async (scope) => {
      if (ImportId) await noteImport(scope, input, ImportId);
      return { ...input };
    },
  });
  return starting.catch((error: unknown) => {
    if (error instanceof Refusal && error.key === refusals.jobRuns().key) throw refusals.importRuns();
    throw error;
  });
}

async function noteImport({ session, call }: WriteScope, input: ImportInput, Id: string): Promise<void> {
  const { Entity, FileName } = input;
  const { now, user } = call;
  await session.insert('import', {
    ...{ Id, Entity, FileName: FileName.slice(0, 256), Status: 'running', Revision: 1 },
    ...{ CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName },
  });
}

export const importJob: JobKind = {
  writes: ({ Entity }) => [String(Entity)],
  run: (work) => run(work, work.input as ImportInput),
  undo: async (remains, input) => {
    const { ImportId, Entity, StartedAt } = input as ImportInput;
    if (ImportId) await takeBackImport(remains, { ImportId, Entity, StartedAt });
  },
  again: { isOwn: true, prepare: (scope, input) => prepareAgain(scope, input as ImportInput) },
};

async function prepareAgain(scope: WriteScope, input: ImportInput): Promise<DataRecord> {
  const { call, session } = scope;
  const { policy } = call.runtime.planOf(input.Entity).entity;
  if (!policy.import) throw refusals.noImport();
  for (const access of [policy.import, policy.view]) authorize(access, call.features);
  if (input.Mode !== 'update') authorize(policy.create, call.features);
  if (input.Mode !== 'create') authorize(policy.update, call.features);
  if (!(await session.get('file', input.FileId))) throw refusals.jobFileGone();
  if (!input.ImportId) return { ...input, StartedAt: call.now };
  const again = { ...input, ImportId: call.runtime.ports.newId(), StartedAt: call.now };
  await noteImport(scope, again, again.ImportId);
  return again;
}

async function run(work: JobWork, input: ImportInput): Promise<DataRecord> {
  const { call, yieldTurn } = work;
  const bytes = await call.runtime.ports.files.bytes(input.FileId);
  if (!bytes) throw refusals.jobOvertaken();
  const file = await openImport(bytes, yieldTurn);
  const total = await judgeCells(work, input, file);
  if (total === 0) throw refusals.emptySheet();
  const size = sliceSize(call, input.Entity, total);
  // A single slice is one transaction: it is judged and written at once.
  const isOneSlice = total <= size;
  if (!input.ImportId || !isOneSlice) {
    const done = await judgeRows(work, { input, file, total, size });
    if (!input.ImportId) return resultOf(done, { IsTrial: true });
  }
  const done = await writeRows(work, { input, file, total, size });
  await call.runtime.ports.files.remove(input.FileId);
  return done;
}

/** Rows of a transaction: more would delay other writers noticeably. */
const usualSize = 250;

/** Where writing a record changes others, taking a slice back would not bring those back: all or none at once. */
const mostAtOnce = 20_000;

function sliceSize({ runtime }: OperationCall, id: string, total: number): number {
  const { entity, followers } = runtime.planOf(id);
  const touchesOthers =
    followers.length > 0 || entity.ones.length > 0 || entity.order !== undefined || entity.follows.length > 0;
  if (!touchesOthers) return usualSize;
  if (total > mostAtOnce) throw refusals.sheetTooLarge({ params: { limit: mostAtOnce } });
  return mostAtOnce;
}

/** What cells say by themselves, over the whole file: quick, and without the database. Returns the rows. */
async function judgeCells(work: JobWork, input: ImportInput, file: ImportFile): Promise<number> {
  const findings = createImportFindings(input.Entity);
  const { columns } = passOf(work, input, file);
  let total = 0;
  for await (const rows of file.rows()) {
    for (const row of rows) findings.add(cellIssues(work.call, columns, row));
    total += rows.length;
    work.report({ done: total });
    if (findings.isFull()) break;
  }
  findings.refuse();
  return total;
}

function passOf(
  { call, yieldTurn }: JobWork,
  { Entity, Columns, Key, Mode, Zone }: ImportInput,
  file: ImportFile,
): ImportPass {
  const plan = call.runtime.planOf(Entity);
  return {
    entity: Entity,
    columns: columnsOf(file, importFields(plan, call.features), Columns),
    key: Key,
    zone: Zone,
    done: { Created: 0, Updated: 0, Unchanged: 0 },
    named: new Map(),
    seen: new Map(),
    uniques: new Map(),
    pause: yieldTurn,
    ...(Mode !== 'both' && { only: Mode }),
  };
}

type Passing = {
  readonly input: ImportInput;
  readonly file: ImportFile;
  readonly total: number;
  readonly size: number;
};

/** Thrown to roll back a trial. */
const tried = new Error('Tried');

/** Runs every write of the file and rolls it back, slice by slice. */
async function judgeRows(work: JobWork, { input, file, total, size }: Passing) {
  const findings = createImportFindings(input.Entity);
  const pass = passOf(work, input, file);
  let done = 0;
  for await (const rows of slicesOf(file, size)) {
    const again = repeated(pass, rows);
    try {
      await work.write(async (scope) => {
        again();
        findings.add((await takeSlice(scope, pass, rows)).issues);
        throw tried;
      });
    } catch (error) {
      if (error !== tried) throw error;
    }
    done += rows.length;
    work.report({ done, share: (done / total) * (input.ImportId ? 0.5 : 1) });
    if (findings.isFull()) break;
  }
  findings.refuse();
  return pass.done;
}

/** To be called when a transaction starts: it may be repeated under a later release, which knows none of its rows. */
function repeated(pass: ImportPass, rows: readonly SheetRow[]): () => void {
  const before = { ...pass.done };
  const first = rows[0]?.number ?? 0;
  let isFirst = true;
  return () => {
    Object.assign(pass.done, before);
    if (!isFirst)
      for (const known of [pass.seen, pass.uniques])
        for (const [key, row] of known) if (row >= first) known.delete(key);
    if (!isFirst) pass.named.clear();
    isFirst = false;
  };
}

async function writeRows(work: JobWork, { input, file, total, size }: Passing): Promise<DataRecord> {
  const pass = passOf(work, input, file);
  const { call } = work;
  let done = 0;
  let result: DataRecord = {};
  for await (const rows of slicesOf(file, size)) {
    const again = repeated(pass, rows);
    const isLast = done + rows.length >= total;
    await work.write(async (scope) => {
      again();
      const findings = createImportFindings(input.Entity);
      const { issues, written } = await takeSlice(scope, pass, rows);
      findings.add(issues);
      findings.refuse();
      await noteWritten(scope, input, written);
      if (!isLast) return;
      result = resultOf(pass.done, { ImportId: input.ImportId });
      await finish(scope, input, pass);
      await work.complete(scope.session, result);
    });
    done += rows.length;
    work.report({ done, share: total <= size ? 1 : 0.5 + done / total / 2 });
    if (!isLast) await work.yieldTurn();
  }
  call.runtime.events.announce('recordChanged', { entity: input.Entity, id: '', operation: 'import' });
  return result;
}

async function finish(
  { session, call }: WriteScope,
  input: ImportInput,
  { done }: ImportPass,
): Promise<void> {
  const { Created, Updated, Unchanged } = done;
  const change = { Status: 'done', Created, Updated, Unchanged, ModifiedDate: call.now };
  await session.update('import', String(input.ImportId), change);
  await session.remove('file', input.FileId);
}

/** What an undo needs. */
async function noteWritten(
  { session, call }: WriteScope,
  { ImportId }: ImportInput,
  written: readonly ImportedRecord[],
): Promise<void> {
  if (written.length === 0) return;
  const { now, user, runtime } = call;
  const stamp = { CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName };
  await session.insertMany(
    'import-change',
    written.map((one) => ({ Id: runtime.ports.newId(), ImportId, Revision: 1, ...one, ...stamp })),
  );
}

async function* slicesOf(file: ImportFile, size: number): AsyncGenerator<readonly SheetRow[]> {
  let waiting: SheetRow[] = [];
  for await (const rows of file.rows()) {
    waiting.push(...rows);
    while (waiting.length >= size) {
      yield waiting.slice(0, size);
      waiting = waiting.slice(size);
    }
  }
  if (waiting.length > 0) yield waiting;
}

function resultOf(done: ImportPass['done'], more: DataRecord): JobResult {
  const { Created, Updated, Unchanged } = done;
  const note = (message: string, count: number) => (count > 0 ? [{ message, params: { count } }] : []);
  const word = more.IsTrial ? 'import.would' : 'import';
  return {
    ...{ RowCount: Created + Updated + Unchanged, Created, Updated, Unchanged, ...more },
    Notes: [
      ...note(`${word}.created`, Created),
      ...note(`${word}.updated`, Updated),
      ...note('import.unchanged', Unchanged),
    ],
  };
}
