/** What a publication does to the records that are stored, counted before it is done. */
import type { OverlayFinding } from '#engine';
import { sayOverlay } from './sayFinding.ts';

export type Effect = {
  readonly verdict: 'Safe' | 'Migratable' | 'Refused';
  /** How many records it concerns. */
  readonly count: number;
  readonly change?: OverlayFinding['change'];
  readonly code: string;
  readonly params: OverlayFinding['params'];
};

/** One effect as the API answers it. */
export function sayEffect(
  saying: Parameters<typeof sayOverlay>[0],
  { verdict, count, change, code, params }: Effect,
) {
  return {
    Verdict: verdict,
    Count: count,
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    Message: sayOverlay(saying, code, { ...params, count }),
  };
}
