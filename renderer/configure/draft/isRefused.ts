/** Whether the server reports an error in one of these changes, which prevents their publication. */
import type { Change } from '#engine';
import type { Draft } from '../draftTypes.ts';

export function isRefused({ Findings }: Pick<Draft, 'Findings'>, changes: readonly Change[]): boolean {
  return Findings.some(
    ({ Level, Change: about }) =>
      Level === 'error' && changes.some(({ kind, name }) => kind === about?.Kind && name === about?.Name),
  );
}
