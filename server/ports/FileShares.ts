/** Delivers files to network folders that the server's settings map. */

export type SharedFile = {
  /** `\\server\share\folder`, as a person wrote it. */
  readonly folder: string;
  readonly name: string;
  /** The same for every attempt. */
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly sha256: string;
  /** Whether an earlier attempt may have stored it and died before reporting so. */
  readonly isAgain: boolean;
};

export type FileShares = {
  /** Stores the whole file or nothing, and never replaces another; throws `ShareTrouble`. */
  readonly put: (file: SharedFile) => Promise<void>;
};

/**
 * `unmapped`: no setting maps the share. `unsafe`: the path leads out of it. `gone`: the share or its folder
 * is missing now. `denied`, `full`: it accepts no file. `slow`: it does not respond. `taken`: another file
 * has the name.
 */
export type ShareReason = 'unmapped' | 'unsafe' | 'gone' | 'denied' | 'full' | 'slow' | 'taken';

/** Why a share did not accept a file. */
export class ShareTrouble extends Error {
  readonly reason: ShareReason;

  constructor(reason: ShareReason, options?: ErrorOptions) {
    super(`The share does not take the file: ${reason}`, options);
    this.name = 'ShareTrouble';
    this.reason = reason;
  }

  /** Retrying is useless until someone changes the settings or the subscription. */
  get isForGood(): boolean {
    return this.reason === 'unmapped' || this.reason === 'unsafe';
  }
}
