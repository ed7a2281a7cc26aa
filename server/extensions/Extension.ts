/** What an extension brings to the server. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import type { JobKinds } from '../jobs/Job.ts';
import type { Opening, Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';
import type { Action } from './Action.ts';

export type Extension = {
  /** The name of its folder. */
  readonly id: string;
  /** By the name that an `api.json` calls them. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Kinds of long work, by the name that the store keeps. */
  readonly jobs?: JobKinds;
  /** What clients are told while long work goes on. */
  readonly hubs?: readonly HubOfActions[];
  /** Of records that show others: which of them a person may open, by entity. */
  readonly opens?: Readonly<Record<string, Opening>>;
  /** What is done when its time has come, whoever is signed in. */
  readonly dueWork?: readonly DueWork[];
  /** Its ports, made to run anywhere; a server on Node may replace some of them (`defineNodeExtension`). */
  readonly ports?: (base: Ports) => Partial<ExtensionPorts>;
};

export type Due = {
  readonly runtime: Runtime;
  /** By its clock things fall due that name no zone of their own. */
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

export type DueWork = {
  /** Of several processes, one does work of this name at a time. */
  readonly name: string;
  /** Entities without which an application has nothing of the kind to do. */
  readonly needs: readonly string[];
  /** `sent`: after letters that wait have been sent. */
  readonly after?: 'sent';
  /** Does all that is due, once; gives how much that was. Ends early where `stopping` is aborted. */
  readonly run: (due: Due) => Promise<number>;
};

export const defineExtension = <Brought extends Extension>(extension: Brought): Brought => extension;
