import type { UserContext } from '#engine';
import type { OperationCall } from '../operations/OperationCall.ts';
import { dayIn } from '../work/dayIn.ts';
import type { ApiCall } from './ApiCall.ts';
import { zoneOf } from './zoneOf.ts';

const nobody: UserContext = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [] };
const nothing: ReadonlySet<string> = new Set();

/** An API call as an operation call. `X-Time-Zone` determines the person's calendar day. */
export function operationCall(call: ApiCall): OperationCall {
  const moment = call.ports.now();
  const zone = zoneOf(call);
  return {
    runtime: call.runtime,
    user: call.session?.user ?? nobody,
    features: call.session?.features ?? nothing,
    ...(call.session?.key && { key: call.session.key }),
    ...(call.session?.provider !== undefined && { signedInWith: call.session.provider }),
    ...(call.through && { through: call.through }),
    locale: call.locale,
    now: moment.toISOString(),
    zone,
    today: dayIn(moment, zone, call.settings.timeZone),
    budget: call.budget,
    asking: { person: call.session?.user.Id, since: call.arrived, signal: () => call.request.signal },
    confirmed: confirmedTokens(call.request.headers.get('x-confirm')),
  };
}

const none: readonly string[] = [];

function confirmedTokens(header: string | null): readonly string[] {
  return header === null ? none : header.split(',').map((token) => token.trim());
}
