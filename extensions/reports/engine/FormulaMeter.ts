/** What formulas may work before others get their turn, and in all: none of them ends a report run, but none goes on for ever. */
import { FormulaError } from './FormulaError.ts';

/** Steps of some 50 ns; a long text counts by its letters. */
const limits = { atATime: 2_500_000, inAll: 60_000_000 };

const lettersOfStep = 4;

export class FormulaMeter {
  private left = limits.atATime;
  private leftInAll = limits.inAll;

  /** Every part of a formula that is worked out, by the value that it gives. */
  count(value: unknown): void {
    if (typeof value === 'string') this.spend(1 + value.length / lettersOfStep);
    else this.spend(Array.isArray(value) ? 1 + value.length : 1);
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new FormulaError('report.formula.too-much', '');
  }

  /** Others have their turn, so that work begins again. */
  rest(): void {
    this.leftInAll -= limits.atATime - this.left;
    if (this.leftInAll < 0) throw new FormulaError('report.formula.too-much', '');
    this.left = limits.atATime;
  }
}
