/** One call under `/api`, read as far as its handler needs. */
import type { Locale } from '#engine';
import type { Session } from '../login/Session.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { AppSettings, Ports } from '../ports/ports.ts';
import type { WorkBudget } from '../work/WorkBudget.ts';

export type ApiCall = {
  readonly request: Request;
  readonly method: string;
  /** Without `/api`, as it was asked. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query as text, without `?`. */
  readonly search: string;
  /** Read on first use. */
  readonly query: () => URLSearchParams;
  /** What was sent, as the endpoint takes it; undefined where it takes nothing, or a stream. */
  readonly body: unknown;
  readonly locale: Locale;
  readonly session: Session | undefined;
  readonly address: string;
  /** The person's browser speaks TLS. */
  readonly isSecure: boolean;
  readonly runtime: Runtime;
  readonly ports: Ports & ExtensionPorts;
  readonly settings: AppSettings;
  readonly budget: WorkBudget;
};
