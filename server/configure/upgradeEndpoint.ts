/** `/configure/draft/upgrade`: resolves changes whose shipped base changed. Custom code: people decide. */
import { type Change, choicesOf, resolveUpgrade, type UpgradeTake, versionOf } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { listOf, may, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { readRevision } from '../routes/readRecord.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt, refuseOther } from './draftEndpoints.ts';
import { type Draft, findDraft, keepDraft } from './drafts.ts';
import { draftAnswer } from './reviewDraft.ts';
import { upgradeOf } from './upgrades.ts';

const bodyLimit = 256 * 1024;

const resolutionsBody = sent({
  Revision: revision,
  Resolutions: may(listOf(sent({ Kind: text, Name: text, Take: may(text) }))),
});
type Body = Static<typeof resolutionsBody>;

export function upgradeEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/draft/upgrade',
    ...taking(resolutionsBody, (call, body) => upgrade(services, call, body), {
      limit: bodyLimit,
      isOptional: true,
    }),
  };
}

/** Resolves some or all changes; the others remain open. */
async function upgrade(services: ConfigureServices, call: ApiCall, body: Body): Promise<Response> {
  const at = callAt(services, call);
  const decided = resolutionsOf(body);
  const { store, ports } = at.call.runtime;
  // Slow, so it happens before the transaction.
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
  // Once nothing is open, the draft is based on the current declarations.
  const isDone = affected.size === decided.size;
  return { ...draft, changes, shipped: isDone ? versionOf(shipped) : draft.shipped };
}

/** Dropping the change is always possible. */
function takeOf(name: string, take: string, choices: readonly UpgradeTake[]): UpgradeTake {
  const known = [...choices, 'drop' as const].find((choice) => choice === take);
  if (!known) throw refusals.noSuchTake({ params: { name, takes: choices.join(', ') } });
  return known;
}

const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`;

function resolutionsOf({ Resolutions }: Body): Resolutions {
  return new Map(
    (Resolutions ?? []).map(({ Kind, Name, Take }) => [keyOf({ kind: Kind, name: Name }), Take ?? '']),
  );
}
