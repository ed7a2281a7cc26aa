/** One call under `/api`, parsed as far as its handler needs. */
import type { Locale } from '#engine';
import type { Session } from '../login/Session.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { AppSettings, Ports } from '../ports/ports.ts';
import type { WorkBudget } from '../work/WorkBudget.ts';

export type ApiCall = {
  readonly request: Request;
  readonly method: string;
  /** Without `/api`, otherwise as requested. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query string without `?`. */
  readonly search: string;
  /** Parsed on first use. */
  readonly query: () => URLSearchParams;
  /** The parsed body; undefined when the endpoint takes none or reads a stream. */
  readonly body: unknown;
  readonly locale: Locale;
  readonly session: Session | undefined;
  readonly address: string;
  /** The interface through which the caller makes it, as the history names it; absent: the API itself. */
  readonly through?: string | undefined;
  /** Whether the person's browser uses TLS. */
  readonly isSecure: boolean;
  readonly runtime: Runtime;
  readonly ports: Ports & ExtensionPorts;
  readonly settings: AppSettings;
  readonly budget: WorkBudget;
  /** When it arrived (`performance.now()`), where several processes write; else absent. */
  readonly arrived?: number | undefined;
};
