import type { Compiled, DataRecord, Scope, ScreenModel, UserContext } from '#engine';
import { now, today } from './clock.ts';

/** Shared by the parts of a screen: its route, its records and the person. */
export type ScreenScope = {
  /** Such as `productId`. */
  readonly route: Readonly<Record<string, string>>;
  /** Query parameters. */
  readonly query: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, DataRecord>>;
  readonly user: UserContext;
  /** Reloads the records and lists of the screen. */
  readonly reload: () => Promise<void>;
};

/** The record that a screen is about: the last it reads, if a form shows it; earlier ones lead to it. */
export function screenSubject(
  { data, blocks }: ScreenModel,
  scope: ScreenScope,
): { readonly entity: string; readonly record: DataRecord } | undefined {
  const last = data.at(-1);
  const record = last && scope.data[last.name];
  if (!last?.entity || !record) return undefined;
  const isShown = blocks.some((block) => block.kind === 'form' && block.record === last.name);
  return isShown ? { entity: last.entity, record } : undefined;
}

/** The scope of an expression on a screen: `$` is the row or record, if any. */
export function expressionScope(scope: ScreenScope, root: unknown = {}): Scope {
  const { route, data, user, query } = scope;
  return {
    root,
    vars: { record: root, route, data, user, query, today: today(), now: now() },
  };
}

/** Evaluates an expression on a screen. A failure gives `otherwise`, as it must never blank the screen. */
export function evaluateOn<T>(expression: Compiled | undefined, scope: Scope, otherwise: T): T | unknown {
  if (!expression) return otherwise;
  try {
    return expression.evaluate(scope);
  } catch (error) {
    reportError(new Error(`Expression failed: ${expression.text}`, { cause: error }));
    return otherwise;
  }
}
