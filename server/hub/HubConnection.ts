/** A connection of a hub: it waits for its handshake, then tells and is told. What it tells waits until it is taken. */
import { createOutbox, mostWaiting } from '../work/createOutbox.ts';
import { brief, handshakeError, kinds, readMessages, written } from './hubProtocol.ts';

export const timeouts = {
  /** C-325. */
  handshake: 45_000,
  /** Between signs of life. */
  ping: 15_000,
  /** Without a poll, a word over a socket, or a stream that is read. */
  idle: 60_000,
} as const;

/** A message under its key. */
type Waiting = readonly [key: string, text: string];

/** What another process needs to go on with a connection. */
export type Handover = {
  readonly isShaken: boolean;
  /** Its client has been answered before. */
  readonly isRead: boolean;
  readonly waiting: readonly Waiting[];
};

/** `allowReconnect`: the client comes back by itself. */
type Goodbye = { readonly allowReconnect?: boolean; readonly error?: string };

/** Works once after a while, unless it is stopped. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  if (typeof timer === 'object') timer.unref?.();
  return () => clearTimeout(timer);
}

export class HubConnection {
  isOver = false;
  private isShaken = false;
  private isRead = false;
  /** While another process hands it over: what is told meanwhile comes after what that one gives. */
  private coming: Waiting[] | undefined;
  private arrival: Promise<void> | undefined;
  private arrived = (): void => undefined;
  /** The reader also says something: taking what waits is then no sign of life. */
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

  /** Takes what the client sent; false where that is no message. */
  receive(text: string): boolean {
    this.alive();
    const messages = readMessages(text);
    for (const message of messages ?? []) {
      if (this.isShaken) this.answer(message);
      else this.shake(message);
    }
    return messages !== undefined;
  }

  /** A reader in place of the one before; the signal says when it is the turn of the next. */
  read({ isTwoWay = false } = {}): AbortSignal {
    this.stopReading();
    const replaced = new AbortController();
    this.stopReading = () => replaced.abort();
    this.isTwoWay = isTwoWay;
    this.alive();
    return replaced.signal;
  }

  /** What waits; whoever takes it delivers it. */
  take(): string {
    if (!this.isTwoWay) this.alive();
    const waiting = this.waiting.takeAll();
    return waiting.map(([, text]) => text).join('');
  }

  /** False for the first poll, which only opens the way. */
  isOpened(): boolean {
    const before = this.isRead;
    this.isRead = true;
    return before;
  }

  /** Ends here, unnoticed by its client, to go on in another process. */
  handOver(): Handover {
    const { isShaken, isRead } = this;
    const waiting = this.waiting.takeAll();
    this.isShaken = false;
    this.end();
    return { isShaken, isRead, waiting };
  }

  /** Nothing reaches the client before `adopt`. */
  hold(): void {
    this.coming = [];
    this.arrival = new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  /** Resolves when nobody else holds it any more; at once for one that began here. */
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

  /** Resolves when something waits, or it is over, or nobody waits any more. */
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

  /** A message for the client; of those under one key only the newest waits. */
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
      // Nobody reads so much: all that is still said is that it is over.
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

  /** A hub has no methods of its own to be called. */
  private answer(message: unknown): void {
    const { type, invocationId, target } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (type === kinds.close) this.end();
    if (type !== kinds.invocation || invocationId === undefined) return;
    const error = `Method '${brief(target)}' does not exist.`;
    const answered = typeof invocationId === 'number' ? invocationId : brief(invocationId);
    this.tell(`answer ${answered}`, written({ type: kinds.completion, invocationId: answered, error }));
  }
}
