/**
 * The refusal log, marked `channel: 'refusals'`: who was refused what, from where. It contains no passwords,
 * tokens, bodies or queries, and no unknown user names, because people type passwords there. It is
 * rate-limited, so that a million refusals cannot fill the disk.
 */
import type { Refusal } from '../errors/Refusal.ts';
import type { Ports } from '../ports/ports.ts';

export type Refused = {
  /** The message key of the refusal, such as `server.forbidden`. */
  readonly kind: string;
  /** The refused login, or the account that was tried. */
  readonly user?: string | undefined;
  readonly address?: string | undefined;
  readonly method?: string;
  /** Without the query. */
  readonly path?: string;
  readonly status?: number;
  /** What was missing: a feature or an entity. */
  readonly what?: string | undefined;
  readonly trace?: string;
};

export type RefusalLog = { readonly note: (refused: Refused) => void };

/** Lines per minute: per source and kind, and in total. The rest is only counted. */
const most = { each: 30, all: 600 } as const;
const minute = 60_000;

export function createRefusalLog({ log, now }: Pick<Ports, 'log' | 'now'>): RefusalLog {
  let [began, lines, dropped] = [Number.NEGATIVE_INFINITY, 0, 0];
  const counts = new Map<string, number>();
  const beginMinute = (moment: number): void => {
    if (dropped > 0) log.warn({ channel, dropped }, 'more was refused than is logged');
    [began, lines, dropped] = [moment, 0, 0];
    counts.clear();
  };
  return {
    note: (refused) => {
      const moment = now().getTime();
      if (moment - began >= minute || moment < began) beginMinute(moment);
      const key = `${refused.address} ${refused.user} ${refused.kind}`;
      const count = counts.get(key) ?? 0;
      if (count >= most.each || lines >= most.all) {
        dropped += 1;
        return;
      }
      counts.set(key, count + 1);
      lines += 1;
      log.warn({ channel, ...refused, ...(refused.path && { path: refused.path.slice(0, 300) }) }, 'refused');
    },
  };
}

const channel = 'refusals';

const refusedStatuses = new Set([401, 403, 429]);

/** Whether a refusal is about the caller's rights and not about the request. */
export const isAboutRights = ({ status }: Refusal): boolean => refusedStatuses.has(status);

/** What was missing, as the refusal names it. */
export function lackingIn({ details: { params = {} } }: Refusal): string | undefined {
  const named = params.feature ?? params.entity ?? params.origin ?? params.field;
  return typeof named === 'string' ? named.slice(0, 200) : undefined;
}
