/** Calls to addresses that people enter. */

export type OutgoingPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** `text`: the beginning of the answer. */
export type OutgoingReply = { readonly status: number; readonly text: string };

/**
 * Posts to an address outside, never to one inside, whatever its name resolves to; follows no redirect, and bounds
 * time and answer. Throws `AddressRefused` if another attempt is useless.
 */
export type Post = (post: OutgoingPost) => Promise<OutgoingReply>;

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}
