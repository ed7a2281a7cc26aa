/** What an extension adds to the server. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import type { JobKinds } from '../jobs/Job.ts';
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

export type DueWork = {
  /** Only one process at a time runs work of this name. */
  readonly name: string;
  /** Entities without which there is no such work. */
  readonly needs: readonly string[];
  /** `sent`: run after waiting e-mails have been sent. */
  readonly after?: 'sent';
  /** Waits for others outside: done beside the rest, so that nothing else waits for them. */
  readonly isOutside?: boolean;
  /** Does everything due, once; returns how much that was. Stops early if `stopping` is aborted. */
  readonly run: (due: Due) => Promise<number>;
};

export const defineExtension = <Brought extends Extension>(extension: Brought): Brought => extension;
