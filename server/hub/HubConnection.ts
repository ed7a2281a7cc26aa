/**
 * A connection of a hub: it completes its handshake, then receives and queues messages until a reader takes
 * them.
 */
import { createOutbox, mostWaiting } from '../work/createOutbox.ts';
import { brief, handshakeError, kinds, readMessages, written } from './hubProtocol.ts';

export const timeouts = {
  /** C-325. */
  handshake: 45_000,
  /** Between pings. */
  ping: 15_000,
  /** Without a poll, a socket message, or a stream read. */
  idle: 60_000,
} as const;

/** A queued message with its key. */
type Waiting = readonly [key: string, text: string];

/** The state another process needs to continue a connection. */
export type Handover = {
  readonly isShaken: boolean;
  /** The client has received an answer before. */
  readonly isRead: boolean;
  readonly waiting: readonly Waiting[];
};

/** `allowReconnect`: the client reconnects by itself. */
type Goodbye = { readonly allowReconnect?: boolean; readonly error?: string };

/** Runs the work once after a delay; returns a function that cancels it. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  if (typeof timer === 'object') timer.unref?.();
  return () => clearTimeout(timer);
}

export class HubConnection {
  isOver = false;
  private isShaken = false;
  private isRead = false;
  /** While another process hands the connection over: messages queued after those it hands over. */
  private coming: Waiting[] | undefined;
  private arrival: Promise<void> | undefined;
  private arrived = (): void => undefined;
  /** The reader also sends: taking messages is then no sign of life. */
  private isTwoWay = false;
  private readonly onEnd: () => void;
  private readonly waiting = createOutbox<Waiting>(([, text]) => text);
  private readonly listeners = new Set<() => void>();
  private readonly stopShaking: () => void;
  private stopIdling: () => void;
  private stopPinging = (): void => undefined;
  private stopReading = (): void => undefined;

  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
    this.stopShaking = after(timeouts.handshake, () => this.isShaken || this.end());
    this.stopIdling = after(timeouts.idle, () => this.end());
  }

  /** Handles what the client sent; false if it is not a message. */
  receive(text: string): boolean {
    this.alive();
    const messages = readMessages(text);
    for (const message of messages ?? []) {
      if (this.isShaken) this.answer(message);
      else this.shake(message);
    }
    return messages !== undefined;
  }

  /** Replaces the reader; the signal is aborted when the next one takes over. */
  read({ isTwoWay = false } = {}): AbortSignal {
    this.stopReading();
    const replaced = new AbortController();
    this.stopReading = () => replaced.abort();
    this.isTwoWay = isTwoWay;
    this.alive();
    return replaced.signal;
  }

  /** Takes the queued messages; the caller delivers them. */
  take(): string {
    if (!this.isTwoWay) this.alive();
    const waiting = this.waiting.takeAll();
    return waiting.map(([, text]) => text).join('');
  }

  /** False for the first poll, which only opens the connection. */
  isOpened(): boolean {
    const before = this.isRead;
    this.isRead = true;
    return before;
  }

  /** Ends the connection here, unnoticed by its client, to continue in another process. */
  handOver(): Handover {
    const { isShaken, isRead } = this;
    const waiting = this.waiting.takeAll();
    this.isShaken = false;
    this.end();
    return { isShaken, isRead, waiting };
  }

  /** Sends nothing to the client before `adopt`. */
  hold(): void {
    this.coming = [];
    this.arrival = new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  /** Resolves when the handover is complete; at once for a connection that began here. */
  here(): Promise<void> {
    return this.arrival ?? Promise.resolve();
  }

  adopt({ isShaken, isRead, waiting }: Handover): void {
    const all = [...waiting, ...(this.coming ?? [])];
    this.coming = undefined;
    this.isRead = isRead;
    this.isShaken = isShaken;
    if (isShaken) {
      this.stopShaking();
      this.ping();
    }
    for (const [key, text] of all) this.tell(key, text);
    this.arrived();
  }

  /** Resolves when a message is queued, the connection is over, or the signal is aborted. */
  somethingWaits(signal: AbortSignal): Promise<void> {
    if (this.waiting.size() > 0 || this.isOver || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.listeners.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Queues a message for the client; of those under one key only the newest is kept. */
  tell(key: string, text: string): void {
    if (this.coming && this.coming.length < mostWaiting.messages) this.coming.push([key, text]);
    else if (this.isShaken && !this.isOver) this.push(key, text);
  }

  end(goodbye: Goodbye = {}): void {
    if (this.isOver) return;
    this.isOver = true;
    this.arrived();
    if (this.isShaken) this.push('close', written({ type: kinds.close, ...goodbye }));
    for (const stop of [this.stopShaking, this.stopPinging, this.stopIdling]) stop();
    this.wake();
    this.onEnd();
  }

  private alive(): void {
    this.stopIdling();
    if (!this.isOver) this.stopIdling = after(timeouts.idle, () => this.end());
  }

  private push(key: string, text: string): void {
    if (!this.waiting.put(key, [key, text])) {
      // The client reads too slowly: only the goodbye is still sent.
      this.waiting.takeAll();
      if (this.isOver) this.waiting.put(key, [key, text]);
      else this.end();
    }
    this.wake();
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }

  private shake(message: unknown): void {
    const error = handshakeError(message);
    this.isShaken = error === undefined;
    this.push('handshake', written(error ? { error } : {}));
    if (error) this.end();
    else this.ping();
  }

  private ping(): void {
    this.stopPinging = after(timeouts.ping, () => {
      this.tell('ping', written({ type: kinds.ping }));
      if (!this.isOver) this.ping();
    });
  }

  /** A hub has no methods that clients can call. */
  private answer(message: unknown): void {
    const { type, invocationId, target } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (type === kinds.close) this.end();
    if (type !== kinds.invocation || invocationId === undefined) return;
    const error = `Method '${brief(target)}' does not exist.`;
    const answered = typeof invocationId === 'number' ? invocationId : brief(invocationId);
    this.tell(`answer ${answered}`, written({ type: kinds.completion, invocationId: answered, error }));
  }
}
