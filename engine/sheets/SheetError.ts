/** A file that cannot be read as a table: it is none, it is too large, or it is locked with a password. `row` is where it shows, 1-based, where that is known. */
export class SheetError extends Error {
  readonly reason: 'wrong' | 'large' | 'locked';
  readonly row?: number;

  constructor(reason: SheetError['reason'], message: string, cause?: unknown, row?: number) {
    super(message, { cause });
    this.name = 'SheetError';
    this.reason = reason;
    this.row = row;
  }
}
