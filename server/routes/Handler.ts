import type { DataRecord, RouteModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Takes } from '../http/Takes.ts';
import { memoryWithin } from '../operations/memoryWithin.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';

/** Answers a call whose caller is known and allowed. */
export type Handler = (call: ApiCall) => Response | Promise<Response>;

/** A handler, and what it takes as a body; one that says nothing takes nothing. */
export type Served = { readonly takes?: Takes; readonly handle: Handler };

/** Makes the handler of one route, deciding ahead what can be decided. */
export type MakeHandler = (route: RouteModel, runtime: RuntimeOfAll) => Handler | Served;

export const servedBy = (made: Handler | Served): Served =>
  typeof made === 'function' ? { handle: made } : made;

/** Fields that the path sets, and those that it says are empty. */
export function boundFields({ bind, without }: RouteModel, { params }: ApiCall): DataRecord {
  const named = Object.entries(bind).flatMap(([parameter, field]) =>
    params[parameter] === undefined ? [] : [[field, params[parameter]]],
  );
  return Object.fromEntries([...named, ...without.map((field) => [field, null])]);
}

/** What a route takes of a body: all of it, or the fields it names. */
export function writtenFields({ fields }: RouteModel, input: DataRecord): DataRecord {
  if (!fields) return input;
  const taken = Object.entries(input).filter(([name]) => fields.includes(name));
  return { ...Object.fromEntries(taken), ...memoryWithin(input, (name) => fields.includes(name)) };
}
