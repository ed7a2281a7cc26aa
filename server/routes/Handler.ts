import type { DataRecord, RouteModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Takes } from '../http/Takes.ts';
import { memoryWithin } from '../operations/memoryWithin.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';

/** Answers a call whose caller is authenticated and authorized. */
export type Handler = (call: ApiCall) => Response | Promise<Response>;

/** A handler and the body it accepts; without `takes` it accepts none. */
export type Served = { readonly takes?: Takes; readonly handle: Handler };

/** Builds the handler of one route; everything not specific to a call is decided here. */
export type MakeHandler = (route: RouteModel, runtime: RuntimeOfAll) => Handler | Served;

export const servedBy = (made: Handler | Served): Served =>
  typeof made === 'function' ? { handle: made } : made;

/** Fields set by the path, and those it declares empty. */
export function boundFields({ bind, without }: RouteModel, { params }: ApiCall): DataRecord {
  const named = Object.entries(bind).flatMap(([parameter, field]) =>
    params[parameter] === undefined ? [] : [[field, params[parameter]]],
  );
  return Object.fromEntries([...named, ...without.map((field) => [field, null])]);
}

/** The part of a body that the route accepts: all of it, or the fields it names. */
export function writtenFields({ fields }: RouteModel, input: DataRecord): DataRecord {
  if (!fields) return input;
  const taken = Object.entries(input).filter(([name]) => fields.includes(name));
  return { ...Object.fromEntries(taken), ...memoryWithin(input, (name) => fields.includes(name)) };
}
