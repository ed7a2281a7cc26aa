/** A file that cannot be read as a table: wrong, too large or locked by a password. `row` is 1-based. */
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
