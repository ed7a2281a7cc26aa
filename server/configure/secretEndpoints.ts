/** `/configure/automations/secrets`: secrets that calls of automations send. No answer contains a value. */
import type { DataRecord } from '#engine';
import { sealFor, secretEntity } from '../automations/callSecrets.ts';
import { outsideFeature } from '../automations/tell.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { empty, json } from '../http/respond.ts';
import { sent, Type } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { equals } from '../operations/filters.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring } from './draftEndpoints.ts';

const most = 100;

const secretBody = sent({
  Host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9.:\\[\\]-]+$' }),
  Value: Type.String({ minLength: 1, maxLength: 4000, pattern: '^[!-~]([ -~]*[!-~])?$' }),
});

type Secret = { readonly Host: string; readonly Value: string };

export function secretEndpoints(services: ConfigureServices): readonly Endpoint[] {
  const path = '/configure/automations/secrets';
  return [
    { ...configuring, method: 'GET', path, handle: list },
    {
      ...{ ...configuring, method: 'PUT', path: `${path}/{name}` },
      ...taking(secretBody, (call, body) => put(callAt(services, call), call, body)),
    },
    { ...configuring, method: 'DELETE', path: `${path}/{name}`, handle: remove },
  ];
}

async function list({ runtime }: ApiCall): Promise<Response> {
  const page = { number: 1, size: most };
  const sort = [{ path: 'Name', direction: 'asc' }] as const;
  const { items } = await runtime.store.find({ entity: secretEntity, sort, page });
  return json({ Items: items.map(shown) });
}

const shown = ({ Name, Host, ModifiedDate, ModifiedBy }: DataRecord): DataRecord => ({
  ...{ Name, Host, ModifiedDate, ModifiedBy },
});

/** Makes a secret, or replaces its value; the run history says nothing of either. */
async function put({ call }: At, { params, runtime }: ApiCall, { Host, Value }: Secret): Promise<Response> {
  const { store, ports } = runtime;
  const name = params.name ?? '';
  if (!/^[A-Za-z0-9-]{1,64}$/.test(name)) throw new Refusal('validation', 'automation.secret.name', {});
  if (!call.features.has(outsideFeature)) throw new Refusal('forbidden', 'automation.secret.rights', {});
  const fields = {
    ...{ Host: Host.toLowerCase(), Value: await (await sealFor(runtime)).close(Value) },
    ...{ ModifiedDate: call.now, ModifiedBy: call.user.UserName },
  };
  const known = await found(runtime, name);
  if (known) await store.update(secretEntity, String(known.Id), fields);
  else if ((await store.count(secretEntity)) >= most)
    throw new Refusal('conflict', 'automation.secret.too-many', { params: { limit: most } });
  else
    await store.insert(secretEntity, {
      ...{ Id: ports.newId(), Revision: 1, CreatedDate: call.now, CreatedBy: call.user.UserName },
      ...{ Name: name, ...fields },
    });
  ports.log.info({ secret: name, by: call.user.UserName }, 'secret of automations written');
  return json(shown({ Name: name, ...fields }));
}

async function remove({ params, runtime, session }: ApiCall): Promise<Response> {
  const name = params.name ?? '';
  if (!session?.features.has(outsideFeature)) throw new Refusal('forbidden', 'automation.secret.rights', {});
  const known = await found(runtime, name);
  if (!known) throw refusals.noSuchRecord({ params: { entity: 'entity.automation-secret', id: name } });
  await runtime.store.remove(secretEntity, String(known.Id));
  runtime.ports.log.info({ secret: name, by: session.user.UserName }, 'secret of automations removed');
  return empty();
}

async function found({ store }: ApiCall['runtime'], name: string): Promise<DataRecord | undefined> {
  const { items } = await store.find({ entity: secretEntity, filter: equals('Name', name) });
  return items.find(({ Name }) => Name === name);
}
