import { plainNamesOf } from './compilePath.ts';
import type { Evaluation, Run } from './Evaluation.ts';
import { nameReader, type Outer, type ReadName } from './nameReaders.ts';
import type { Tree } from './tree.ts';

/**
 * An operand. Most are constants or one or two names; these are read directly, because calling a closure
 * costs more than the operator itself. A single class, so that reading is inlined.
 */
export class Operand {
  private readonly isFixed: boolean;
  /** The constant value, if fixed. */
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

  /** The value, as its closure would return it; anything but the simple cases goes through the closure. */
  read(input: unknown, evaluation: Evaluation): unknown {
    if (this.isFixed) return this.value;
    const { readName } = this;
    if (readName === undefined || typeof input !== 'object' || input === null || Array.isArray(input))
      return this.run(input, evaluation);
    const value = readName(input as Outer);
    return value === undefined || typeof value === 'function' ? this.run(input, evaluation) : value;
  }
}
