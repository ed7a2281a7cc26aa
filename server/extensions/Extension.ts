/** What an extension adds to the server. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import type { JobKinds } from '../jobs/Job.ts';
import type { WorkSource } from '../jobs/WorkSource.ts';
import type { Opening, Printing, Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';
import type { Action } from './Action.ts';

export type Extension = {
  /** The name of its folder. */
  readonly id: string;
  /** Actions by their name in `api.json`. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Kinds of jobs, by the name that the store keeps. */
  readonly jobs?: JobKinds;
  /** Hubs that report progress to clients. */
  readonly hubs?: readonly HubOfActions[];
  /** By entity, for records that show other records: which of them a person may open. */
  readonly opens?: Readonly<Record<string, Opening>>;
  /** Prints records and lists; at most one extension does. */
  readonly printing?: Printing;
  /** What it adds to the page of background work. */
  readonly work?: readonly WorkSource[];
  /** Work that runs when due, without a user. */
  readonly dueWork?: readonly DueWork[];
  /**
   * Its ports, in a version that runs anywhere; a server on Node may replace some (`defineNodeExtension`).
   */
  readonly ports?: (base: Ports) => Partial<ExtensionPorts>;
};

export type Due = {
  readonly runtime: Runtime;
  /** The time zone of schedules without one. */
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** Lanes do not wait for one another: a receiver that hangs delays only its own kind. */
export const outsideLanes = ['calls', 'mail'] as const;
export type OutsideLane = (typeof outsideLanes)[number];

export type DueWork = {
  /** Only one process at a time runs work of this name. */
  readonly name: string;
  /** Entities without which there is no such work. */
  readonly needs: readonly string[];
  /** `sent`: run after waiting e-mails have been sent. */
  readonly after?: 'sent';
  /**
   * Waits for others outside: done in this lane of its own, so that nothing else waits for them. Absent: in
   * the lane of the server's own work.
   */
  readonly lane?: OutsideLane;
  /** Listed on the page of background work, where it can be paused. */
  readonly isListed?: boolean;
  /** How many things wait for it. */
  readonly waiting?: (runtime: Runtime) => Promise<number>;
  /** Does everything due, once; returns how much that was. Stops early if `stopping` is aborted. */
  readonly run: (due: Due) => Promise<number>;
};

export const defineExtension = <Brought extends Extension>(extension: Brought): Brought => extension;
