import type { DataRecord, NoticeModel } from '#engine';
import type { Asks } from '../http/Asks.ts';
import type { Schema } from '../http/fieldSchemas.ts';
import type { Static, TSchema } from '../http/sent.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { FileAnswer } from './FileAnswer.ts';
import type { RecordBody } from './recordBody.ts';

export type ActionRequest<Input = DataRecord> = {
  readonly plan: EntityPlan;
  /** The record the path names, where it names one. */
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent, held to the body of the action. */
  readonly input: Input;
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
export type ActionRun<Input = DataRecord> = (
  call: OperationCall,
  request: ActionRequest<Input>,
) => Promise<DataRecord | FileAnswer>;

/** `none`: nothing is sent. */
export type ActionBody = 'none' | RecordBody | TSchema;

/** Work that no declaration can say: what it takes, what it answers, and the function itself. */
export type Action = {
  readonly body: ActionBody;
  /** JSON Schema of the answer; absent where the answer is a file. */
  readonly answer?: Schema;
  /** What the address may ask beside its path. */
  readonly query?: Asks;
  readonly run: ActionRun;
};

type InputOf<Body> = Body extends 'none' | RecordBody
  ? DataRecord
  : Body extends TSchema
    ? Static<Body>
    : never;

/** The body is a schema and a type at once: every call is held to it before `run` sees it. */
export function defineAction<Body extends ActionBody>(action: {
  readonly body: Body;
  readonly answer?: Schema;
  readonly query?: Asks;
  readonly run: ActionRun<InputOf<Body>>;
}): Action {
  return action as unknown as Action;
}
