import type { DataRecord, NoticeModel } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { FileAnswer } from './FileAnswer.ts';

export type ActionRequest = {
  readonly plan: EntityPlan;
  /** The record the path names, where it names one. */
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly input: DataRecord;
  /** What the address asks beside the path; of a name given twice, the last. */
  readonly query: Readonly<Record<string, string>>;
  /** The time zone of whoever calls. */
  readonly zone: string;
  /** The server's own, by which what names no zone falls due. */
  readonly serverZone: string;
  /** Of long work: how the route says its outcome is told. */
  readonly notice?: NoticeModel | undefined;
  /** The revision the caller has read, where they say it. */
  readonly revision?: number;
};

/** Does its work through operations, so that rules, history and announcements hold there too. */
export type Action = (call: OperationCall, request: ActionRequest) => Promise<DataRecord | FileAnswer>;

export type ActionMap = Readonly<Record<string, Action>>;
