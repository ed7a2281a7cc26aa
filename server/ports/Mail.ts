/** Sends e-mail through a mail server. */

export type Content = { readonly name: string; readonly content: Uint8Array };

export type OutgoingLetter = {
  /** The same for every attempt. */
  readonly id: string;
  readonly to: string;
  /** The name of the sender, where the client has set one. */
  readonly sender?: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML; absent: there is only the text. */
  readonly html?: string;
  readonly attachments?: readonly Content[];
  /** The address that ends letters of this kind. */
  readonly unsubscribe?: string;
  /** A POST to that address ends them at once (RFC 8058). */
  readonly isOneClick?: boolean;
};

export type Mail = {
  /** Throws `LetterRefused` if retrying is useless, and any other error if it may succeed later. */
  readonly send: (letter: OutgoingLetter) => Promise<void>;
};

/** The mail server refuses the e-mail permanently. */
export class LetterRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'LetterRefused';
  }
}
