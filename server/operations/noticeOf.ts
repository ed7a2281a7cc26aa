import type { DataRecord, NoticeModel } from '#engine';
import type { JobNotice } from './OperationCall.ts';
import { pageOf } from './ruleTexts/pageOf.ts';

/** The notice that a route declares, for the record of its job. */
export function noticeOf(model: NoticeModel | undefined, record: DataRecord): JobNotice | undefined {
  if (!model) return undefined;
  const { title, about, to, otherwise } = model;
  return {
    title,
    about: about && String(record[about] ?? ''),
    to: to && pageOf([to], record),
    otherwise: otherwise && pageOf([otherwise], record),
  };
}
