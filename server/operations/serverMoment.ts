import { dayIn } from '../work/dayIn.ts';
import type { OperationCall, Runtime } from './OperationCall.ts';

/** When the server acts by itself, with the day in its own time zone. */
export function serverMoment({
  ports,
  zone,
}: Pick<Runtime, 'ports' | 'zone'>): Pick<OperationCall, 'now' | 'zone' | 'today'> {
  const moment = ports.now();
  return { now: moment.toISOString(), zone, today: dayIn(moment, null, zone) };
}
