import type { Compiled } from '../expression/types.ts';

/**
 * The value of a condition for any new record; undefined when it depends on record, person or date. `own`: a
 * field that is empty, because only this condition lets people fill it in.
 */
export function onCreate(expression: Compiled, own?: string): unknown {
  const isKnown = ({ from, path: [name] }: Compiled['reads'][number]) =>
    from === 'action' ||
    from === 'previous' ||
    (own !== undefined && name === own && (from === '$' || from === 'record'));
  if (!expression.reads.every(isKnown)) return undefined;
  try {
    const value = expression.evaluate({ root: {}, vars: { action: 'create', record: {} } });
    return value === undefined ? false : value;
  } catch {
    return undefined;
  }
}
