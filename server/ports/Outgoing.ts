/** Calls to addresses that people enter. */

export type OutgoingPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Bytes of the answer that are read. Default: a short beginning. */
  readonly maxBytes?: number;
  /** For the complete call. */
  readonly timeoutMs?: number;
};

/** `text`: the beginning of the answer. */
export type OutgoingReply = {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string | undefined;
  /** The answer goes on after `text`. */
  readonly isCut?: boolean;
};

/**
 * Posts to an address outside, never to one inside, whatever its name resolves to; follows no redirect, and bounds
 * time and answer. Throws `AddressRefused` if another attempt is useless.
 */
export type Post = (post: OutgoingPost) => Promise<OutgoingReply>;

export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

/** Why a call outside failed: it may not be made, it took too long, or nobody answered. */
export function whyFailed(error: unknown): 'address' | 'timeout' | 'unreachable' {
  if (error instanceof AddressRefused) return 'address';
  return error instanceof NoAnswerInTime ? 'timeout' : 'unreachable';
}

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}
