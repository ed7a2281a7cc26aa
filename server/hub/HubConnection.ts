/** A connection of a hub: it waits for its handshake, then tells and is told; one that is not read comes to its end. */
import { brief, handshakeError, kinds, readMessages, written } from './hubProtocol.ts';

/** What carries messages to the client for now; false when it takes no more. */
type Carrier = { readonly send: (text: string) => boolean; readonly close: () => void };

export const timeouts = {
  /** C-325. */
  handshake: 45_000,
  /** Between signs of life. */
  ping: 15_000,
  /** Without a poll, a word over a socket, or a stream that is read. */
  idle: 60_000,
} as const;

/** More messages, or bytes of them, than these wait for nobody. */
export const mostWaiting = { messages: 1000, bytes: 262_144 } as const;

/** Works once after a while, unless it is stopped. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  if (typeof timer === 'object') timer.unref?.();
  return () => clearTimeout(timer);
}

export class HubConnection {
  readonly login: string;
  isOver = false;
  private isShaken = false;
  private carrier: Carrier | undefined;
  /** The carrier brings what the client says, too. */
  private isTwoWay = false;
  private readonly onEnd: () => void;
  private readonly waiting = new Map<string, string>();
  private waitingBytes = 0;
  private readonly listeners = new Set<() => void>();
  private readonly stopShaking: () => void;
  private stopIdling: () => void;
  private stopPinging = (): void => undefined;

  constructor(login: string, onEnd: () => void) {
    this.login = login;
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

  carry(carrier: Carrier, { isTwoWay = false } = {}): void {
    this.carrier = carrier;
    this.isTwoWay = isTwoWay;
    this.alive();
    for (const text of this.waiting.values()) if (!carrier.send(text)) this.end();
    this.forget();
  }

  /** What waits for a poll; it is taken with it. */
  take(): string {
    this.alive();
    const text = [...this.waiting.values()].join('');
    this.forget();
    return text;
  }

  /** Resolves when something waits, or it is over, or nobody waits any more. */
  somethingWaits(signal: AbortSignal): Promise<void> {
    if (this.waiting.size > 0 || this.isOver || signal.aborted) return Promise.resolve();
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
  tell(key: string, message: object): void {
    if (this.isShaken && !this.isOver) this.push(key, written(message));
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.isShaken) this.push('close', written({ type: kinds.close }));
    for (const stop of [this.stopShaking, this.stopPinging, this.stopIdling]) stop();
    this.carrier?.close();
    this.wake();
    this.onEnd();
  }

  private alive(): void {
    this.stopIdling();
    if (!this.isOver && (!this.carrier || this.isTwoWay))
      this.stopIdling = after(timeouts.idle, () => this.end());
  }

  private push(key: string, text: string): void {
    if (this.carrier) {
      if (!this.carrier.send(text)) this.end();
      return;
    }
    this.waitingBytes += bytesOf(text) - bytesOf(this.waiting.get(key));
    this.waiting.delete(key);
    this.waiting.set(key, text);
    const isTooMuch = this.waiting.size > mostWaiting.messages || this.waitingBytes > mostWaiting.bytes;
    if (isTooMuch && !this.isOver) {
      // Nobody reads so much: all that is still said is that it is over.
      this.forget();
      this.end();
    }
    this.wake();
  }

  private forget(): void {
    this.waiting.clear();
    this.waitingBytes = 0;
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
      this.tell('ping', { type: kinds.ping });
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
    this.tell(`answer ${answered}`, { type: kinds.completion, invocationId: answered, error });
  }
}

const encoder = new TextEncoder();
const bytesOf = (text = ''): number => encoder.encode(text).byteLength;
