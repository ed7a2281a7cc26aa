/** Why a file cannot be read as rows: the sender's side, not ours. `line` is where it shows. */
export class RowsProblem extends Error {
  readonly reason: 'wrong' | 'large' | 'locked';
  readonly line?: number;

  constructor(reason: RowsProblem['reason'], line?: number, cause?: unknown) {
    super(line === undefined ? reason : `${reason} at line ${line}`, { cause });
    this.name = 'RowsProblem';
    this.reason = reason;
    this.line = line;
  }
}
