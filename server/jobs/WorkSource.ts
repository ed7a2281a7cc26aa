/** What the page of background work lists: each source keeps its own records, and says here how they read. */
import type { DataRecord, FilterTree } from '#engine';
import type { OperationCall } from '../operations/OperationCall.ts';

export const workStates = ['due', 'running', 'done', 'failed', 'cancelled'] as const;
export type WorkState = (typeof workStates)[number];

/** `now`: before its time. */
export type WorkVerb = 'cancel' | 'again' | 'now';
type ScheduleVerb = 'now' | 'pause' | 'continue';

/** One run of something, in the language of the caller. */
export type WorkItem = {
  readonly Id: string;
  readonly Title: string;
  readonly About?: string | null;
  readonly State: WorkState;
  /** A user name. */
  readonly Person?: unknown;
  readonly Date: unknown;
  readonly NextDate?: unknown;
  readonly FinishedDate?: unknown;
  readonly Milliseconds?: unknown;
  readonly Attempts?: unknown;
  readonly Done?: number | null;
  /** From 0 to 1. */
  readonly Share?: number | null;
  readonly Reason?: string | null;
  /** The page that says more. */
  readonly To?: string | null;
  readonly Verbs: readonly WorkVerb[];
};

/** Something that repeats, or follows events. */
export type ScheduledWork = {
  readonly Id: string;
  readonly Title: string;
  readonly About?: string | null;
  readonly Person?: unknown;
  readonly NextDate?: unknown;
  readonly LastDate?: unknown;
  readonly LastState?: WorkState | null;
  readonly Waiting?: number | null;
  readonly To?: string | null;
  readonly Verbs: readonly ScheduleVerb[];
};

/** People with this feature see all work; the others see their own. */
export const allWork = 'User.Manage';

/** Records that are listed as work. */
export type WorkRecords = {
  readonly entity: string;
  /** Left out: all. */
  readonly fields?: readonly string[];
  readonly states: Readonly<Record<WorkState, FilterTree | undefined>>;
  /** The field with the name of its person. */
  readonly person: string;
  /** Undefined: the caller sees none. */
  readonly seen: (call: OperationCall) => 'all' | FilterTree | undefined;
  /** What a filter cannot say. */
  readonly isSeen?: (call: OperationCall, record: DataRecord) => boolean;
  readonly items: (call: OperationCall, records: readonly DataRecord[]) => Promise<readonly WorkItem[]>;
};

export type WorkSource = {
  /** In the address; its name is the message `work.source.<id>`. */
  readonly id: string;
  /** Entities without which it has nothing. */
  readonly needs: readonly string[];
  readonly records?: WorkRecords;
  /** Each judges the rights of the caller and the state of the record again. */
  readonly verbs?: Readonly<Partial<Record<WorkVerb, (call: OperationCall, id: string) => Promise<void>>>>;
  readonly scheduled?: (call: OperationCall) => Promise<readonly ScheduledWork[]>;
  /** Pausing is the same for all; `continued` follows when it ends. */
  readonly now?: (call: OperationCall, id: string) => Promise<void>;
  readonly continued?: (call: OperationCall, id: string) => Promise<void>;
};
