/** `/configure/automations/hooks`: addresses and secrets of automations that webhooks start. */
import type { AutomationModel } from '#engine';
import { automationsOf } from '../automations/controlRuns.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { empty, json } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import { hookEntity, hookOf } from '../routes/hookEndpoints.ts';
import { newSecret } from '../webhooks/webhookSecrets.ts';
import { configuring } from './draftEndpoints.ts';

/** Milliseconds for which a replaced secret still works. */
const overlap = 24 * 3_600_000;

export function hookSecretEndpoints(): readonly Endpoint[] {
  const path = '/configure/automations/hooks/{name}';
  return [
    { ...configuring, method: 'GET', path, handle: show },
    { ...configuring, method: 'POST', path: `${path}/secret`, takes: nothing, handle: renew },
    { ...configuring, method: 'DELETE', path: `${path}/secret`, handle: revoke },
  ];
}

const addressOf = ({ ports }: ApiCall, name: string): string => `${ports.publicUrl}/api/hooks/${name}`;

async function show(call: ApiCall): Promise<Response> {
  const name = call.params.name ?? '';
  const hook = await hookOf(call.runtime, name);
  return json({
    ...{ Address: addressOf(call, name), IsLive: liveNamed(call) !== undefined },
    ...{ HasSecret: hook !== undefined, SecretDate: hook?.ModifiedDate ?? null },
    LastDate: hook?.LastDate ?? null,
  });
}

const liveNamed = ({ runtime, params }: ApiCall): AutomationModel | undefined =>
  automationsOf(runtime).find(({ id, when }) => id === params.name && when.on === 'webhook');

/** Only its owner: whoever has the secret starts writes with the owner's rights. The answer alone contains it. */
async function renew(call: ApiCall): Promise<Response> {
  const { runtime, ports, session } = call;
  const automation = liveNamed(call);
  if (!automation) throw new Refusal('conflict', 'hook.not-live', {});
  const by = session?.user.UserName ?? '';
  if (automation.owner !== by) throw new Refusal('forbidden', 'hook.not-yours', {});
  const { store } = runtime;
  const { shown, sealed } = await newSecret(runtime);
  const now = ports.now();
  const known = await hookOf(runtime, automation.id);
  const stamp = { ModifiedDate: now.toISOString(), ModifiedBy: by };
  if (known)
    await store.update(hookEntity, String(known.Id), {
      ...{ ...stamp, Secret: sealed, OldSecret: known.Secret },
      OldSecretEnd: new Date(now.getTime() + overlap).toISOString(),
    });
  else
    await store.insert(hookEntity, {
      ...{ Id: ports.newId(), Revision: 1, Automation: automation.id, Secret: sealed, ...stamp },
      ...{ CreatedDate: stamp.ModifiedDate, CreatedBy: stamp.ModifiedBy },
    });
  ports.log.info({ automation: automation.id, by: stamp.ModifiedBy }, 'secret of an incoming webhook made');
  return json({ Secret: shown, Address: addressOf(call, automation.id) }, 201);
}

async function revoke(call: ApiCall): Promise<Response> {
  const { runtime, params, ports, session } = call;
  const known = await hookOf(runtime, params.name ?? '');
  if (!known) throw refusals.noSuchHook();
  await runtime.store.remove(hookEntity, String(known.Id));
  const facts = { automation: params.name, by: session?.user.UserName };
  ports.log.info(facts, 'secret of an incoming webhook removed');
  return empty();
}
