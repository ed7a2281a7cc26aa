/** Network folders that files are delivered to: reached by the server as its settings say, or not at all. */

export type SharedFile = {
  /** `\\server\share\folder`, as a person wrote it. */
  readonly folder: string;
  readonly name: string;
  /** The same however often it is tried. */
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly sha256: string;
  /** An earlier try may have put it there and died before it could say so. */
  readonly isAgain: boolean;
};

export type FileShares = {
  /** Puts a whole file there or nothing, never over another's; throws `ShareTrouble`. */
  readonly put: (file: SharedFile) => Promise<void>;
};

/**
 * `unmapped`: the settings do not say how the share is reached. `unsafe`: the path leads out of it. `gone`: the share or
 * its folder is not there now. `denied`, `full`: it takes no file. `slow`: it does not answer. `taken`: another file has the name.
 */
export type ShareReason = 'unmapped' | 'unsafe' | 'gone' | 'denied' | 'full' | 'slow' | 'taken';

/** Why a share has not taken a file. */
export class ShareTrouble extends Error {
  readonly reason: ShareReason;

  constructor(reason: ShareReason, options?: ErrorOptions) {
    super(`The share does not take the file: ${reason}`, options);
    this.name = 'ShareTrouble';
    this.reason = reason;
  }

  /** Another try is in vain until somebody changes the settings or the subscription. */
  get isForGood(): boolean {
    return this.reason === 'unmapped' || this.reason === 'unsafe';
  }
}
