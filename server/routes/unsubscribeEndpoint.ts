/** `/unsubscribe`: mail programs end letters that repeat with one POST; people who open it get to the page. */
import { callOf } from '../automations/callAs.ts';
import { Refusal } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { empty } from '../http/respond.ts';
import { readOneClick } from '../mail/oneClick.ts';
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { removeRecord } from '../operations/removeRecord.ts';

/** `List-Unsubscribe=One-Click`: it says nothing that the address does not say, and is not read. */
const form = { type: 'object', properties: { 'List-Unsubscribe': { type: 'string' } } };

/** `runtime` is without anyone's row access: the token says what may be ended, whoever is signed in. */
export function unsubscribeEndpoints(runtime: Runtime): readonly Endpoint[] {
  const open = { ids: [], path: '/unsubscribe', access: { kind: 'public' }, isBeforePassword: true } as const;
  const asks = [askedText('token', 'Part of the address in the header List-Unsubscribe.')];
  return [
    { ...open, asks, method: 'GET', handle: show },
    {
      ...{ ...open, asks, method: 'POST' },
      takes: { kind: 'stream', media: 'application/x-www-form-urlencoded', schema: form },
      handle: (call) => end({ ...call, runtime }),
    },
  ];
}

async function endingOf(call: ApiCall) {
  const ending = await readOneClick(call.runtime, call.query().get('token') ?? '');
  if (!ending) throw new Refusal('not-found', 'unsubscribe.unknown', {});
  return ending;
}

/** Reading an address ends nothing: programs read all addresses of a letter. */
async function show(call: ApiCall): Promise<Response> {
  const { page } = await endingOf(call);
  return empty(303, { location: page, 'referrer-policy': 'no-referrer' });
}

/** Removes the record as its owner; a second call finds nothing left to do. */
async function end(call: ApiCall): Promise<Response> {
  const { runtime, settings, ports } = call;
  const { entity, id, owner } = await endingOf(call);
  const { items } = await runtime.store.find({ entity: 'user', filter: equals('UserName', owner) });
  const [person] = items;
  const record = await runtime.store.get(entity, id);
  const as = person && record && (await callOf(runtime, person, settings.timeZone));
  if (as) {
    await removeRecord(as, as.runtime.planOf(entity), { id });
    ports.log.info({ entity, record: id, owner }, 'ended by one-click unsubscription');
  }
  return empty(200);
}
