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
  /** The record named by the path, if any. */
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
  /** The request body, validated against the action's schema. */
  readonly input: Input;
  /** Query parameters of the URL; if repeated, the last. */
  readonly query: Readonly<Record<string, string>>;
  /** The caller's time zone. */
  readonly zone: string;
  /** The server's time zone, for schedules without one. */
  readonly serverZone: string;
  /** For long work: how the route announces its outcome. */
  readonly notice?: NoticeModel | undefined;
  /** The revision the caller has read, if sent. */
  readonly revision?: number;
};

/** Works through operations, so that rules, history and announcements apply. */
export type ActionRun<Input = DataRecord> = (
  call: OperationCall,
  request: ActionRequest<Input>,
) => Promise<DataRecord | FileAnswer>;

/** `none`: no request body. */
export type ActionBody = 'none' | RecordBody | TSchema;

/** Work beyond declarations: its input, its answer, and the function. */
export type Action = {
  readonly body: ActionBody;
  /** JSON Schema of the answer; absent if the answer is a file. */
  readonly answer?: Schema;
  /** Entities of which `TotalItems` counts records, besides its own and those in the answer. */
  readonly counts?: readonly string[];
  /** The query parameters it accepts. */
  readonly query?: Asks;
  readonly run: ActionRun;
};

type InputOf<Body> = Body extends 'none' | RecordBody
  ? DataRecord
  : Body extends TSchema
    ? Static<Body>
    : never;

/** The body is both schema and type: every call is validated against it before `run`. */
export function defineAction<Body extends ActionBody>(action: {
  readonly body: Body;
  readonly answer?: Schema;
  readonly counts?: readonly string[];
  readonly query?: Asks;
  readonly run: ActionRun<InputOf<Body>>;
}): Action {
  return action as unknown as Action;
}
