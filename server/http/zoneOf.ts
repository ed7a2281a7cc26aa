import type { ApiCall } from './ApiCall.ts';
import { isZone } from './dayIn.ts';

/** The time zone of whoever calls, as `X-Time-Zone` says; the server's own where it says none there is. */
export function zoneOf({ request, settings }: Pick<ApiCall, 'request' | 'settings'>): string {
  const named = request.headers.get('x-time-zone')?.trim();
  return named && isZone(named) ? named : settings.timeZone;
}
