/** A file that cannot be read as a table: it is none, it is too large, or it is locked with a password. */
export class SheetError extends Error {
  readonly reason: 'wrong' | 'large' | 'locked';

  constructor(reason: 'wrong' | 'large' | 'locked', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SheetError';
    this.reason = reason;
  }
}
