/** Where letters go out: one mail server, or none, and they stay where people can read them. */

type OutgoingLetter = {
  /** The same however often it is tried. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly content: Uint8Array };
};

export type Mail = {
  /** Throws `LetterRefused` where another try is in vain, and anything else where it may be tried again. */
  readonly send: (letter: OutgoingLetter) => Promise<void>;
};

/** The mail server takes no such letter, now or later. */
export class LetterRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'LetterRefused';
  }
}
