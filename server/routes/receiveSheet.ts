/** Receives a spreadsheet as a form, and keeps it until a job has read it. */
import { csvType, xlsxType } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { boundaryOf } from '../files/readPart.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { incomingFile, receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import { type ImportFile, importLimits, openImport } from '../sheets/importFile.ts';

/** The kinds of files, told by their content. */
const limits = {
  accept: [csvType.split(';')[0] as string, 'text/plain', xlsxType, 'application/vnd.ms-excel'],
  maxBytes: importLimits.bytes,
};

type Received<Result> = { readonly FileId: string; readonly FileName: string } & Result;

/** `read` looks into the file; if it cannot be read, nothing is kept. */
export async function receiveSheet<Result extends object>(
  call: ApiCall,
  rows: number,
  read: (file: ImportFile) => Result | Promise<Result>,
): Promise<Received<Result>> {
  await refuseBeyondQuota(call);
  if (boundaryOf(call.request.headers.get('content-type')) === undefined) throw refusals.notForm();
  const record = await receiveFile(operationCall(call), { ...(await incomingFile(call)), limits });
  const FileId = String(record.Id);
  try {
    const bytes = (await call.ports.files.bytes(FileId)) ?? new Uint8Array();
    const file = await openImport(bytes, () => call.budget.yieldTurn(), rows);
    return { FileId, FileName: String(record.Name), ...(await read(file)) };
  } catch (error) {
    await call.runtime.store.remove('file', FileId);
    await call.ports.files.remove(FileId);
    throw error;
  }
}
