/** Whether the server finds a mistake in one of these changes: it is kept, but cannot be published so. */
import type { Change } from '#engine';
import type { Draft } from '../draftTypes.ts';

export function isRefused({ Findings }: Pick<Draft, 'Findings'>, changes: readonly Change[]): boolean {
  return Findings.some(
    ({ Level, Change: about }) =>
      Level === 'error' && changes.some(({ kind, name }) => kind === about?.Kind && name === about?.Name),
  );
}
