import type { Compiled, DataRecord, Scope, UserContext } from '#engine';
import { now, today } from './clock.ts';

/** What the parts of a screen share: its route, its records, who looks at it. */
export type ScreenScope = {
  /** Route parameters: `productId`. */
  readonly route: Readonly<Record<string, string>>;
  /** Parameters behind the `?`. */
  readonly query: Readonly<Record<string, string>>;
  /** Records of the screen by name. */
  readonly data: Readonly<Record<string, DataRecord>>;
  readonly user: UserContext;
  /** Loads the screen's records and lists again. */
  readonly reload: () => Promise<void>;
};

/** What an expression on a screen reads: `$` is the row or record, if any. */
export function expressionScope(scope: ScreenScope, root: unknown = {}): Scope {
  const { route, data, user, query } = scope;
  return {
    root,
    vars: { record: root, route, data, user, query, today: today(), now: now() },
  };
}

/**
 * The value of an expression on a screen. One that fails gives `otherwise`: it must never blank the screen.
 */
export function evaluateOn<T>(expression: Compiled | undefined, scope: Scope, otherwise: T): T | unknown {
  if (!expression) return otherwise;
  try {
    return expression.evaluate(scope);
  } catch (error) {
    reportError(new Error(`Expression failed: ${expression.text}`, { cause: error }));
    return otherwise;
  }
}
