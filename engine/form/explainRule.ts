/** Why a rule says what it says here and now: where it is declared, and how it comes to its value. */
import type { Compiled } from '../expression/types.ts';
import { cellAt, placeOf } from './cells.ts';
import type { FormCore } from './FormCore.ts';
import type { Explanation } from './types.ts';

type Ruled = {
  readonly id: string;
  readonly file: string;
  readonly pointer: string;
  readonly overlay?: string;
  readonly expression: Compiled;
};

/** Undefined for what is no rule of the record, such as a permission. */
export function explainRule(core: FormCore, path: string, id: string): Explanation | undefined {
  const { state, checks, values } = core.options.entity.rules;
  const rule: Ruled | undefined = [...state, ...checks, ...values].find((one) => one.id === id);
  if (!rule) return undefined;
  const scope = placeOf(core, cellAt(core, path)?.row).scope;
  const { file, pointer, overlay, expression } = rule;
  return { id, file, pointer, overlay, text: expression.text ?? '', trace: expression.trace?.(scope) };
}
