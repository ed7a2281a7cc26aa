/**
 * The call that is being worked on, wherever its work has come to: its trace, by which W3C Trace Context joins what
 * several programs did for one press, and the person. Only `server/node` can follow calls; elsewhere nothing is known.
 */

export type Trace = {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** 16 hexadecimal digits: this call, for whoever is called from here. */
  readonly span: string;
  /** Two hexadecimal digits; 01: somebody keeps this trace. */
  readonly flags: string;
  /** `tracestate` of the caller, handed on as it came. */
  readonly state?: string;
};

export type FollowedCall = { readonly trace: Trace; person?: string };

let current: () => FollowedCall | undefined = () => undefined;

/** Says where the call of the moment is found. */
export function provideCalls(find: typeof current): void {
  current = find;
}

/** The trace of what is being worked on. */
export const currentTrace = (): Trace | undefined => current()?.trace;

/** Who has signed in for what is being worked on; absent: nobody yet, or the server itself. */
export const currentPerson = (): string | undefined => current()?.person;

/** Who the caller is, once that is known. */
export function notePerson(id: string): void {
  const call = current();
  if (call) call.person = id;
}

/** Headers by which another program joins the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const trace = currentTrace();
  if (!trace) return {};
  const { id, span, flags, state } = trace;
  return { traceparent: `00-${id}-${span}-${flags}`, ...(state && { tracestate: state }) };
}

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** As tracing systems agree to hand on at least. */
const longestState = 512;

/** The trace that a caller began; undefined where they began none, or nothing that can be read. */
export function readTrace(headers: Pick<Headers, 'get'>): Pick<Trace, 'id' | 'flags' | 'state'> | undefined {
  const [, version, id, flags, more] = traceparent.exec(headers.get('traceparent')?.trim() ?? '') ?? [];
  // A later version may say more at its end; the first one says no more.
  if (!id || !flags || (version === '00' && more !== undefined)) return undefined;
  const state = headers.get('tracestate')?.trim();
  const isHandedOn = state && state.length <= longestState && /^[\x20-\x7e]+$/.test(state);
  return { id, flags, ...(isHandedOn && { state }) };
}
