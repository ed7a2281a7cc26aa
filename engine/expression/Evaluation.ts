import { ExpressionError, type ExpressionErrorCode } from './ExpressionError.ts';
import { expressionLimits } from './tree.ts';

/** What an expression reads: `root` is `$` and the bare names, `vars` are the `$` variables without their `$`. */
export type Scope = {
  readonly root: unknown;
  readonly vars: Readonly<Record<string, unknown>>;
  /** Work that many evaluations may do together; each has a bound of its own besides. */
  readonly work?: { left: number };
};

/** What a function may use beside its arguments. */
export type FunctionCall = {
  readonly scope: Scope;
  /** Charges work that grows with the data, so that no expression can stall its host. */
  spend(units: number): void;
  /** Charges reading a text once through. */
  spendText(text: string): void;
  /** Position of the call, for errors. */
  readonly at: number;
  fail(code: ExpressionErrorCode, message?: string): never;
  /** jsonata's rule for lists found by searching: none is missing, one is the value itself. */
  collapse(found: unknown[]): unknown;
  /** True when a list came out of a search rather than out of the data. */
  isSequence(value: unknown): boolean;
};

/** Charged once for this many characters of text. */
const charactersPerUnit = 32;

/** The running of one compiled expression: its scope, its bound variables and the work left to it. */
export class Evaluation implements FunctionCall {
  scope: Scope;
  /** Values of `$x := …`. */
  readonly slots: unknown[];
  /** Position of the call being made, for its errors. */
  at = 0;
  /** Lists that came out of a search; kept only where `$distinct` asks. */
  sequences: Set<unknown> | undefined;
  /** Lists written as a step of a path, which later steps must not flatten. */
  constructed: Set<unknown> | undefined;
  private work: number;

  constructor(scope: Scope, slots: number, work: number = expressionLimits.work) {
    this.work = work;
    this.scope = scope;
    this.slots = slots === 0 ? noSlots : new Array(slots);
  }

  /** The same expression over other values: as new, without being made again. */
  reset(scope: Scope, work: number): void {
    this.scope = scope;
    this.at = 0;
    this.work = work;
    if (this.constructed !== undefined) this.constructed = undefined;
  }

  spend(units: number): void {
    this.work -= units;
    const { work } = this.scope;
    if (work) work.left -= units;
    if (this.work < 0 || (work && work.left < 0)) throw new ExpressionError('D1012', this.at);
  }

  spendText(text: string): void {
    if (text.length > charactersPerUnit) this.spend(Math.ceil(text.length / charactersPerUnit));
  }

  fail(code: ExpressionErrorCode, message?: string): never {
    throw new ExpressionError(code, this.at, message);
  }

  collapse(found: unknown[]): unknown {
    if (found.length <= 1) return found[0];
    this.sequences?.add(found);
    return found;
  }

  isSequence(value: unknown): boolean {
    return this.sequences?.has(value) ?? false;
  }

  markConstructed(list: unknown[]): void {
    this.constructed ??= new Set();
    this.constructed.add(list);
  }

  isConstructed(value: unknown): boolean {
    return this.constructed?.has(value) ?? false;
  }
}

const noSlots: unknown[] = [];

/** A compiled part: the current value in, the result out; missing is `undefined`. */
export type Run = (input: unknown, evaluation: Evaluation) => unknown;

/** A list that stands for a single current value: a root that is a list, or the input of a path that starts with `[…]`. */
export class Wrapped extends Array<unknown> {
  isRoot = false;

  static of1(value: unknown, isRoot: boolean): Wrapped {
    const wrapped = new Wrapped();
    wrapped.push(value);
    wrapped.isRoot = isRoot;
    return wrapped;
  }
}
