/** `/configure/draft/rebase`: moves a draft to a newer release. Custom code: people resolve conflicts. */
import { type Change, type ChangeConflict, mergeChanges } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { listOf, may, oneOf, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { readRevision } from '../routes/readRecord.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt, refuseOther } from './draftEndpoints.ts';
import { findDraft, keepDraft } from './drafts.ts';
import { changesOfRelease } from './releases.ts';
import { draftAnswer } from './reviewDraft.ts';

const bodyLimit = 256 * 1024;

const resolutionsBody = sent({
  Revision: revision,
  Resolutions: may(listOf(sent({ Kind: text, Name: text, Take: oneOf('mine', 'theirs') }))),
});
type Body = Static<typeof resolutionsBody>;

export function rebaseEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'POST',
    path: '/configure/draft/rebase',
    ...taking(resolutionsBody, (call, body) => rebase(services, call, body), {
      limit: bodyLimit,
      isOptional: true,
    }),
  };
}

/** Throws 409 with the conflicts until all are resolved. */
async function rebase(services: ConfigureServices, call: ApiCall, body: Body): Promise<Response> {
  const at = callAt(services, call);
  const decided = resolutionsOf(body);
  const { release, changes: theirs } = at.models.inForce();
  const { store, ports } = at.call.runtime;
  await store.transaction(async (session) => {
    const draft = await findDraft(session, at.user, at.models.inForce());
    refuseOther(draft, readRevision(call, body));
    if (draft.standsOn === release) return;
    const base = (await changesOfRelease(session, draft.standsOn)) ?? [];
    const merged = mergeChanges(base, draft.changes, theirs);
    const open = merged.conflicts.filter((conflict) => !decided.has(keyOf(conflict)));
    if (open.length > 0) throw unresolved(open);
    const taken = merged.conflicts.flatMap((conflict) => {
      const side = decided.get(keyOf(conflict)) === 'mine' ? conflict.mine : conflict.theirs;
      return side ? [side] : [];
    });
    const changes: readonly Change[] = [...merged.changes, ...taken];
    await keepDraft(
      session,
      { user: at.user, ports },
      { id: draft.id, standsOn: release, shipped: draft.shipped, changes },
    );
  });
  return json(await draftAnswer(at, await draftAt(at)));
}

function unresolved(open: readonly ChangeConflict[]) {
  const Conflicts = open.map(({ kind, name, base, mine, theirs }) => ({
    Kind: kind,
    Name: name,
    Base: base ?? null,
    Mine: mine ?? null,
    Theirs: theirs ?? null,
  }));
  return refusals.unresolved({ params: { count: open.length }, extra: { Conflicts } });
}

const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`;

function resolutionsOf({ Resolutions }: Body): ReadonlyMap<string, 'mine' | 'theirs'> {
  return new Map(
    (Resolutions ?? []).map(({ Kind, Name, Take }) => [keyOf({ kind: Kind, name: Name }), Take]),
  );
}
