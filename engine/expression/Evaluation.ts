import { ExpressionError, type ExpressionErrorCode } from './ExpressionError.ts';
import { expressionLimits } from './tree.ts';

/** The input of an expression: `root` is `$` and the bare names, `vars` are the `$` variables without `$`. */
export type Scope = {
  readonly root: unknown;
  readonly vars: Readonly<Record<string, unknown>>;
  /** A work budget shared by several evaluations, in addition to the limit of each. */
  readonly work?: { left: number };
};

/** What a function may use besides its arguments. */
export type FunctionCall = {
  readonly scope: Scope;
  /** Charges work that grows with the data, so that no expression can stall its host. */
  spend(units: number): void;
  /** Charges one pass over a text. */
  spendText(text: string): void;
  /** Position of the call, for errors. */
  readonly at: number;
  fail(code: ExpressionErrorCode, message?: string): never;
  /** jsonata's rule for search results: an empty list is missing, a single item is the item itself. */
  collapse(found: unknown[]): unknown;
  /** True when a list is a search result and not part of the data. */
  isSequence(value: unknown): boolean;
};

/** Characters of text charged as one unit. */
const charactersPerUnit = 32;

/** The state of one running expression: scope, bound variables and remaining work. */
export class Evaluation implements FunctionCall {
  scope: Scope;
  /** Values of `$x := …`. */
  readonly slots: unknown[];
  /** Position of the current call, for its errors. */
  at = 0;
  /** Lists that are search results; tracked only where `$distinct` needs it. */
  sequences: Set<unknown> | undefined;
  /** Lists constructed in a path step, which later steps must not flatten. */
  constructed: Set<unknown> | undefined;
  private work: number;

  constructor(scope: Scope, slots: number, work: number = expressionLimits.work) {
    this.work = work;
    this.scope = scope;
    this.slots = slots === 0 ? noSlots : new Array(slots);
  }

  /** Resets for other values, to reuse the object. */
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

/** A compiled part: takes the current value, returns the result; missing is `undefined`. */
export type Run = (input: unknown, evaluation: Evaluation) => unknown;

/** A list treated as one current value: a root list, or the input of a path that starts with `[…]`. */
export class Wrapped extends Array<unknown> {
  isRoot = false;

  static of1(value: unknown, isRoot: boolean): Wrapped {
    const wrapped = new Wrapped();
    wrapped.push(value);
    wrapped.isRoot = isRoot;
    return wrapped;
  }
}
