/** Matches a content against the media types that its place accepts. */
import { type FileLimits, fileTypeMessage } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { Inspection } from './inspectContent.ts';

export function acceptedType(inspection: Inspection, { accept, messages }: FileLimits): string {
  if (inspection.size() === 0) throw refusals.emptyFile();
  const found = inspection.mediaType();
  const accepted = [found, texts.has(found ?? '') ? 'text/csv' : undefined, 'text/plain'].find(
    (type) => type !== undefined && accept.includes(type) && (type === found || texts.has(found ?? '')),
  );
  if (accepted) return accepted;
  if (messages?.type) throw new Refusal('unsupported-media', messages.type, {});
  if (inspection.isOldWorkbook() && accept.includes(sheet)) throw refusals.oldWorkbook();
  throw refusals.wrongFileType({ params: { types: accept.map(fileTypeMessage) } });
}

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Content alone cannot prove whether lines of text form a table. */
const texts: ReadonlySet<string> = new Set(['text/plain', 'text/csv']);
