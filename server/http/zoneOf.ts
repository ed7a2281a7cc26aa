import { isZone } from '../work/dayIn.ts';
import type { ApiCall } from './ApiCall.ts';

/** The caller's time zone from `X-Time-Zone`; the server's own when it is missing or unknown. */
export function zoneOf({ request, settings }: Pick<ApiCall, 'request' | 'settings'>): string {
  const named = request.headers.get('x-time-zone')?.trim();
  return named && isZone(named) ? named : settings.timeZone;
}
