/**
 * The call being worked on: its trace (W3C Trace Context, which connects the work of several programs) and
 * its person. Only `server/node` can track calls; elsewhere nothing is known.
 */

export type Trace = {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** 16 hexadecimal digits: the id of this call, for programs it calls. */
  readonly span: string;
  /** Two hexadecimal digits; 01: the trace is recorded. */
  readonly flags: string;
  /** The caller's `tracestate`, passed on unchanged. */
  readonly state?: string;
};

export type FollowedCall = { readonly trace: Trace; person?: string };

let current: () => FollowedCall | undefined = () => undefined;

/** Sets how the current call is found. */
export function provideCalls(find: typeof current): void {
  current = find;
}

/** The trace of the current work. */
export const currentTrace = (): Trace | undefined => current()?.trace;

/** The signed-in person of the current work; absent: nobody yet, or the server itself. */
export const currentPerson = (): string | undefined => current()?.person;

/** Records the caller once known. */
export function notePerson(id: string): void {
  const call = current();
  if (call) call.person = id;
}

/** Headers with which another program joins the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const trace = currentTrace();
  if (!trace) return {};
  const { id, span, flags, state } = trace;
  return { traceparent: `00-${id}-${span}-${flags}`, ...(state && { tracestate: state }) };
}

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** The length that tracing systems must at least pass on. */
const longestState = 512;

/** The caller's trace; undefined if there is none, or it is malformed. */
export function readTrace(headers: Pick<Headers, 'get'>): Pick<Trace, 'id' | 'flags' | 'state'> | undefined {
  const [, version, id, flags, more] = traceparent.exec(headers.get('traceparent')?.trim() ?? '') ?? [];
  // Later versions may append fields; version 00 may not.
  if (!id || !flags || (version === '00' && more !== undefined)) return undefined;
  const state = headers.get('tracestate')?.trim();
  const isHandedOn = state && state.length <= longestState && /^[\x20-\x7e]+$/.test(state);
  return { id, flags, ...(isHandedOn && { state }) };
}
