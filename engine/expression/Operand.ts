import { plainNamesOf } from './compilePath.ts';
import type { Evaluation, Run } from './Evaluation.ts';
import { nameReader, type Outer, type ReadName } from './nameReaders.ts';
import type { Tree } from './tree.ts';

/**
 * A side of an operator. Most are a fixed value or one or two names; those are read here and now, as calling
 * a closure for each costs more than the operator itself. One class for all, so that reading is inlined.
 */
export class Operand {
  private readonly isFixed: boolean;
  /** The value where it is fixed. */
  private readonly value: unknown;
  private readonly readName: ReadName | undefined;
  private readonly run: Run;

  constructor(tree: Tree, run: Run) {
    const names = plainNamesOf(tree);
    this.isFixed = tree.kind === 'literal';
    this.value = tree.kind === 'literal' ? tree.value : undefined;
    this.readName = names && nameReader(names);
    this.run = run;
  }

  /** The value of this side, as its closure gives it; whatever is not plainly there goes through the closure. */
  read(input: unknown, evaluation: Evaluation): unknown {
    if (this.isFixed) return this.value;
    const { readName } = this;
    if (readName === undefined || typeof input !== 'object' || input === null || Array.isArray(input))
      return this.run(input, evaluation);
    const value = readName(input as Outer);
    return value === undefined || typeof value === 'function' ? this.run(input, evaluation) : value;
  }
}
