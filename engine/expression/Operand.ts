import { plainNamesOf } from './compilePath.ts';
import type { Evaluation, Run } from './Evaluation.ts';
import type { Tree } from './tree.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A side of an operator. Most are a fixed value or one or two names; those are read here and now, as calling
 * a closure for each costs more than the operator itself. One class for all, so that reading is inlined.
 */
export class Operand {
  /** The value where it is fixed. */
  private readonly value: unknown;
  /** Names of a short path; the second is '' when there is one name. */
  private readonly first: string;
  private readonly second: string;
  private readonly kind: 0 | 1 | 2 | 3;
  private readonly run: Run;

  constructor(tree: Tree, run: Run) {
    const names = plainNamesOf(tree);
    const isShort = names !== undefined && names.length <= 2;
    this.kind = tree.kind === 'literal' ? 3 : isShort ? (names.length as 1 | 2) : 0;
    this.value = tree.kind === 'literal' ? tree.value : undefined;
    this.first = names?.[0] ?? '';
    this.second = names?.[1] ?? '';
    this.run = run;
  }

  /** The value of this side, as its closure gives it; whatever is not plain goes through the closure. */
  read(input: unknown, evaluation: Evaluation): unknown {
    const { kind } = this;
    if (kind === 3) return this.value;
    if (kind === 0 || typeof input !== 'object' || input === null || Array.isArray(input))
      return this.run(input, evaluation);
    let value = (input as Fields)[this.first];
    if (kind === 2) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return this.run(input, evaluation);
      value = (value as Fields)[this.second];
    }
    return typeof value === 'function' ? undefined : value;
  }
}
