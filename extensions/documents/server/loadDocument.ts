/** Custom code: the document's content is in the file store, which declarations cannot read. */
import type { DataRecord } from '#engine';
import { authorize, loadAnswer, mayViewFile, type OperationCall, refusals } from '#server/extension';
import { pdfRefusals } from './pdfRefusals.ts';

export type LoadedDocument = {
  /** Absent for a file that no agreement document refers to yet. */
  readonly record?: DataRecord;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** An agreement document that the caller may see, with the bytes of its file. */
export async function loadDocument(
  call: OperationCall,
  id: string,
): Promise<LoadedDocument & { readonly record: DataRecord }> {
  const plan = call.runtime.planOf('agreement-document');
  authorize(plan.entity.policy.view, call.features);
  const record = await loadAnswer({ call, session: call.runtime.store }, plan, id);
  if (typeof record.AgreementFileId !== 'string') throw pdfRefusals.noFile();
  return { ...(await loadFile(call, record.AgreementFileId)), record };
}

/** A file that the caller may see. */
export async function loadFile(
  { runtime, user, features }: OperationCall,
  id: string,
): Promise<LoadedDocument> {
  const file = await runtime.store.get('file', id);
  const viewer = { userName: user.UserName, features };
  if (!file || !(await mayViewFile({ runtime, session: runtime.store }, file, viewer)))
    throw refusals.fileNotViewable();
  const bytes = await runtime.ports.files.bytes(id);
  if (!bytes) throw pdfRefusals.noFile();
  return { name: String(file.Name), bytes: bytes as Uint8Array<ArrayBuffer> };
}
