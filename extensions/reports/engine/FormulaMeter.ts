/** Limits the work of formulas: when to yield to other requests, and how much a run may use in total. */
import { FormulaError } from './FormulaError.ts';

/** A step takes about 50 ns; long texts count by their length. */
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
