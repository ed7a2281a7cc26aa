/** `/configure/draft/upgrade`: changes whose shipped base became another. Code, because what holds is asked of the person, change by change. */
import {
  type Change,
  choicesOf,
  type DataRecord,
  resolveUpgrade,
  type UpgradeTake,
  versionOf,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { member, textMember } from '../http/member.ts';
import { readBody } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import { isObject, readRevision } from '../routes/readRecord.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt, refuseOther } from './draftEndpoints.ts';
import { type Draft, findDraft, keepDraft } from './drafts.ts';
import { draftAnswer } from './reviewDraft.ts';
import { upgradeOf } from './upgrades.ts';

const bodyLimit = 256 * 1024;

export function upgradeEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/draft/upgrade',
    handle: (call) => upgrade(services, call),
  };
}

/** Decides some changes or all; what is not named stays as it is, to be decided later. */
async function upgrade(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const body = (await readBody(call.request, bodyLimit)) ?? {};
  if (!isObject(body)) throw refusals.bodyNotObject();
  const decided = resolutionsOf(member(body, 'Resolutions'));
  const { store, ports } = at.call.runtime;
  // The changes are tried before the transaction: it takes a moment, and nobody has to wait for it.
  const draft = await draftAt(at);
  const next = await decide(at, draft, decided);
  await store.transaction(async (session) => {
    const now = await findDraft(session, at.user, at.models.inForce());
    refuseOther(now, readRevision(call, body));
    refuseOther(now, draft.revision);
    await keepDraft(session, { user: at.user, ports }, next);
  });
  return json(await draftAnswer(at, await draftAt(at)));
}

type Resolutions = ReadonlyMap<string, string>;

async function decide(at: At, draft: Draft, decided: Resolutions): Promise<Draft> {
  const { conflicting, obsolete } = upgradeOf(at, draft, await at.candidates.of(draft.changes));
  const affected = new Map([...conflicting, ...obsolete].map((one) => [keyOf(one.change), one]));
  for (const name of decided.keys())
    if (!affected.has(name)) throw refusals.notAffected({ params: { name } });
  const shipped = at.models.shipped();
  const changes = draft.changes.flatMap((change): readonly Change[] => {
    const key = keyOf(change);
    const [one, take] = [affected.get(key), decided.get(key)];
    if (!one || take === undefined) return [change];
    const kept = resolveUpgrade(shipped, one, takeOf(key, take, choicesOf(one)));
    return kept ? [kept] : [];
  });
  // Once nothing is open the draft stands on these declarations.
  const isDone = affected.size === decided.size;
  return { ...draft, changes, shipped: isDone ? versionOf(shipped) : draft.shipped };
}

/** To let it go is always possible. */
function takeOf(name: string, take: string, choices: readonly UpgradeTake[]): UpgradeTake {
  const known = [...choices, 'drop' as const].find((choice) => choice === take);
  if (!known) throw refusals.noSuchTake({ params: { name, takes: choices.join(', ') } });
  return known;
}

const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`;

function resolutionsOf(given: unknown): Resolutions {
  const list = Array.isArray(given) ? given.filter(isObject) : [];
  return new Map(
    list.map((one: DataRecord) => [
      keyOf({ kind: textMember(one, 'Kind'), name: textMember(one, 'Name') }),
      textMember(one, 'Take'),
    ]),
  );
}
