import type { DataRecord, FormState } from '#engine';

export type AutosaveState =
  | { readonly kind: 'idle' | 'waiting' | 'saving' | 'saved' | 'invalid' }
  | { readonly kind: 'failed' | 'restored'; readonly text: string };

export type AutosavePorts = {
  readonly form: FormState;
  /** Milliseconds after the last change; absent: saves only on flush. */
  readonly delay?: number;
  /** A failed save restores the stored values. */
  readonly restores?: boolean;
  /** Changed fields that the call accepts, with their current values. */
  readonly pending: () => DataRecord;
  /** Sends a numbered call; resolves to the stored record. */
  readonly send: (changes: DataRecord, sequence: CallNumber) => Promise<DataRecord>;
  /** Message about an error; undefined if it shows at the fields. */
  readonly explain: (error: unknown) => string | undefined;
  readonly onState: (state: AutosaveState) => void;
  readonly onSaved: (stored: DataRecord) => void;
  /** The form was closed and its last changes did not arrive. */
  readonly onLost: (changes: DataRecord) => void;
};

/** Sequence number of a call, and the form that counts. */
export type CallNumber = { readonly of: string; readonly number: number };

export type Autosave = {
  /** Call after a possible change: saves once the delay has passed without another. */
  readonly changed: () => void;
  /** Saves pending changes now. */
  readonly flush: () => Promise<void>;
  /** The page is closing: send without waiting for the running call. */
  readonly leave: () => void;
  /** The form is closing: send its last changes. */
  readonly close: () => void;
};

type Work = {
  readonly ports: AutosavePorts;
  timer: ReturnType<typeof setTimeout> | undefined;
  running: Promise<boolean> | undefined;
  inFlight: DataRecord;
  /** Distinguishes this form from the same one in another window. */
  readonly counter: string;
  /** Number of calls so far. */
  calls: number;
  again: boolean;
  closed: boolean;
  /** The last known pending changes, so that merely focusing a field starts no timer. */
  seen: string;
};

/** Autosaves a form: one call at a time, the last value wins, invalid fields wait. */
export function createAutosave(ports: AutosavePorts): Autosave {
  const work: Work = {
    ports,
    timer: undefined,
    running: undefined,
    inFlight: {},
    counter: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    calls: 0,
    again: false,
    closed: false,
    seen: JSON.stringify(ports.pending()),
  };
  return {
    changed: () => changed(work),
    flush: () => flush(work),
    leave: () => leave(work),
    close: () => close(work),
  };
}

function changed(work: Work): void {
  const pending = JSON.stringify(work.ports.pending());
  if (work.closed || pending === work.seen) return;
  work.seen = pending;
  if (!work.running) work.ports.onState({ kind: 'waiting' });
  wait(work);
}

function wait(work: Work): void {
  clearTimeout(work.timer);
  const { delay } = work.ports;
  if (delay !== undefined) work.timer = setTimeout(() => void flush(work), delay);
}

async function flush(work: Work): Promise<void> {
  clearTimeout(work.timer);
  work.again = true;
  work.running ??= drain(work).finally(() => {
    work.running = undefined;
  });
  await work.running;
}

/** Saves until nothing is pending; false if a save failed. */
async function drain(work: Work): Promise<boolean> {
  while (work.again && !work.closed) {
    work.again = false;
    const changes = sendable(work.ports);
    if (isEmpty(changes)) report(work);
    else if (!(await sendOnce(work, changes))) return false;
  }
  return true;
}

async function sendOnce(work: Work, changes: DataRecord): Promise<boolean> {
  const { ports } = work;
  work.inFlight = changes;
  ports.onState({ kind: 'saving' });
  try {
    const stored = await send(work, changes);
    if (!work.closed) arrive(work, changes, stored);
    return true;
  } catch (error) {
    if (!work.closed) fail(work, error);
    return false;
  } finally {
    work.inFlight = {};
  }
}

/** Merges the stored record, keeping what was typed during the call. */
function arrive(work: Work, sent: DataRecord, stored: DataRecord): void {
  const { form, onSaved } = work.ports;
  const mine = form.record();
  const isLater = (name: string) => !same(mine[name], sent[name]);
  const settled = Object.keys(sent).filter((name) => !isLater(name));
  form.merge(stored, Object.fromEntries(settled.map((name) => [`/${name}`, 'theirs' as const])));
  const later = Object.keys(sent).filter((name) => isLater(name) && !same(form.record()[name], mine[name]));
  form.batch(() => {
    for (const name of later) form.change(`/${name}`, mine[name]);
  });
  onSaved(form.stored());
  report(work);
}

function fail(work: Work, error: unknown): void {
  const { ports } = work;
  const text = ports.explain(error);
  if (ports.restores) restore(work, text);
  else ports.onState(text === undefined ? { kind: 'invalid' } : { kind: 'failed', text });
}

/** Restores the stored values and says why. */
function restore(work: Work, text = ''): void {
  const { form, pending, onState } = work.ports;
  form.reset();
  work.seen = JSON.stringify(pending());
  onState({ kind: 'restored', text });
}

function report(work: Work): void {
  const { ports } = work;
  const pending = ports.pending();
  work.seen = JSON.stringify(pending);
  clearTimeout(work.timer);
  const isDone = isEmpty(pending);
  const isStuck = !isDone && isEmpty(sendable(ports));
  ports.onState({ kind: kindOf(isDone, isStuck) });
  if (!isDone && !isStuck) wait(work);
}

/** Numbers each call, so that the server can ignore an older one that arrives later. */
function send(work: Work, changes: DataRecord): Promise<DataRecord> {
  work.calls += 1;
  return work.ports.send(changes, { of: work.counter, number: work.calls });
}

/** Sends pending changes in parallel with the running call, repeating what that call carries. */
function leave(work: Work): void {
  if (!work.running) return void flush(work);
  const last = lastWord(work);
  if (!same(last, work.inFlight)) send(work, last).catch(() => undefined);
}

function close(work: Work): void {
  clearTimeout(work.timer);
  const [last, pending, inFlight] = [lastWord(work), work.ports.pending(), work.inFlight];
  work.closed = true;
  if (isEmpty(last)) return;
  void sendLast(work, { last, inFlight }).catch(() => work.ports.onLost({ ...pending, ...last }));
}

async function sendLast(work: Work, { last, inFlight }: { last: DataRecord; inFlight: DataRecord }) {
  const arrived = await (work.running ?? false);
  if (arrived && same(last, inFlight)) return;
  work.ports.onSaved(await send(work, last));
}

/** The final values to send, including a value reverted while it was being saved. */
function lastWord({ ports, inFlight }: Work): DataRecord {
  const record = ports.form.record();
  const sent = Object.keys(inFlight).map((name) => [name, record[name] ?? null]);
  return { ...Object.fromEntries(sent), ...sendable(ports) };
}

/** Changes without invalid fields; touches all, so that their errors show. */
function sendable({ form, pending }: AutosavePorts): DataRecord {
  const changes = Object.entries(pending());
  form.batch(() => {
    for (const [name] of changes) form.touch(`/${name}`);
  });
  const isWrong = (name: string) => form.view(`/${name}`).issues.some(({ level }) => level === 'error');
  return Object.fromEntries(changes.filter(([name]) => !isWrong(name)));
}

function isEmpty(changes: DataRecord): boolean {
  return Object.keys(changes).length === 0;
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

function kindOf(isDone: boolean, isStuck: boolean): 'saved' | 'invalid' | 'waiting' {
  if (isDone) return 'saved';
  return isStuck ? 'invalid' : 'waiting';
}
