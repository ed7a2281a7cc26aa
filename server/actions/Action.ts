import type { DataRecord, NoticeModel } from '#engine';
import type { Static, TSchema } from '../http/sent.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { RecordBody } from './actionBodies.ts';
import type { actionSchemas } from './actionSchemas.ts';
import type { FileAnswer } from './FileAnswer.ts';

export type ActionRequest<Input = DataRecord> = {
  readonly plan: EntityPlan;
  /** The record the path names, where it names one. */
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent, held to the body of the action's schemas. */
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
export type Action<Input = DataRecord> = (
  call: OperationCall,
  request: ActionRequest<Input>,
) => Promise<DataRecord | FileAnswer>;

type Schemas = typeof actionSchemas;

/** One for each name that has schemas, and none without: each takes what its own body says. */
export type ActionMap = { readonly [Name in keyof Schemas]: Action<InputOf<Schemas[Name]['body']>> };

type InputOf<Body> = Body extends 'none' | RecordBody
  ? DataRecord
  : Body extends TSchema
    ? Static<Body>
    : never;
