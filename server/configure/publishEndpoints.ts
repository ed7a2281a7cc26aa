/** `/configure/publish`, `/configure/releases`. Custom code: it changes store, model and open browsers. */
import {
  type Change,
  describeChanges,
  type Effect,
  type Model,
  type OverlayFinding,
  versionOf,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json, tagged } from '../http/respond.ts';
import { may, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { readRevision } from '../routes/readRecord.ts';
import type { StoreSession } from '../store/types.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt, refuseOther } from './draftEndpoints.ts';
import { findDraft, keepDraft, removeDraft } from './drafts.ts';
import { textOfChanges } from './earlierModels.ts';
import { sayEffect } from './effects.ts';
import { publishRelease } from './publishRelease.ts';
import { changesOfRelease, findRelease } from './releases.ts';
import { draftAnswer, review, reviewAnswer } from './reviewDraft.ts';
import { sayFinding } from './sayFinding.ts';
import { laterTemplateFindings } from './templateFindings.ts';

const bodyLimit = 64 * 1024;
const longestNote = 2000;

/** Publishes drafts and restores earlier releases. */
export function publishEndpoints(services: ConfigureServices): readonly Endpoint[] {
  const one = '/configure/releases/{number}';
  return [
    { ...configuring, method: 'POST', path: '/configure/publish', ...noting(services, publish) },
    { ...configuring, method: 'GET', path: one, handle: (call) => show(services, call) },
    { ...configuring, method: 'GET', path: `${one}/review`, handle: (call) => preview(services, call) },
    { ...configuring, method: 'POST', path: `${one}/restore`, ...noting(services, restore) },
    { ...configuring, method: 'POST', path: `${one}/draft`, ...noting(services, openAsDraft) },
  ];
}

const noteBody = sent({ Revision: revision, Note: may(text) });
type Noted = Static<typeof noteBody>;

/** An endpoint that accepts an optional note. */
const noting = (
  services: ConfigureServices,
  handle: (services: ConfigureServices, call: ApiCall, body: Noted) => Promise<Response>,
) => taking(noteBody, (call, body) => handle(services, call, body), { limit: bodyLimit, isOptional: true });

async function publish(services: ConfigureServices, call: ApiCall, body: Noted): Promise<Response> {
  return services.publishing(async () => {
    const at = callAt(services, call);
    const draft = await draftAt(at);
    refuseOther(draft, readRevision(call, body));
    refuseBehind(at, draft.standsOn);
    return release(at, draft.changes, {
      note: noteOf(body),
      within: async (session) => {
        // The draft was changed in another window during the check; unseen changes are not published.
        const now = await session.get('configuration-draft', draft.id ?? '');
        if (now?.Revision !== draft.revision) throw refusals.draftChanged();
        await removeDraft(session, draft);
      },
    });
  });
}

/** What restoring an earlier release would change, including stored records, as in a draft review. */
async function preview(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const number = numberOf(call);
  const changes = await changesOfRelease(at.call.runtime.store, number);
  if (!changes) throw noSuchRelease(number);
  return json({ Number: number, ...(await reviewAnswer(at, changes)) });
}

async function restore(services: ConfigureServices, call: ApiCall, body: Noted): Promise<Response> {
  const number = numberOf(call);
  return services.publishing(async () => {
    const at = callAt(services, call);
    const changes = await changesOfRelease(at.call.runtime.store, number);
    if (!changes) throw noSuchRelease(number);
    return release(at, changes, { note: noteOf(body), restoredFrom: number });
  });
}

/** Replaces the caller's draft with an earlier release, to be reviewed, edited and published. */
async function openAsDraft(services: ConfigureServices, call: ApiCall, body: Noted): Promise<Response> {
  const at = callAt(services, call);
  const number = numberOf(call);
  const { store, ports } = call.runtime;
  const found = number === 0 ? { changes: [] } : await findRelease(store, number);
  if (!found) throw noSuchRelease(number);
  // Based on the declarations of that release; later differences are resolved change by change.
  const shipped = 'shipped' in found ? found.shipped : versionOf(services.models.shipped());
  await store.transaction(async (session) => {
    const draft = await findDraft(session, at.user, at.models.inForce());
    refuseOther(draft, readRevision(call, body));
    const standsOn = at.models.inForce().release;
    await keepDraft(
      session,
      { user: at.user, ports },
      { id: draft.id, standsOn, shipped, changes: found.changes },
    );
  });
  return json(await draftAnswer(at, await draftAt(at)));
}

type How = {
  readonly note: string;
  readonly restoredFrom?: number;
  readonly within?: (session: StoreSession) => Promise<void>;
};

/** Publishes changes without errors; answers the release and the new version of the declarations. */
async function release(at: At, changes: readonly Change[], how: How): Promise<Response> {
  const { models, call } = at;
  // Another release was published while this call waited; the person may see different data now.
  if (!call.runtime.isInForce()) throw refusals.declarationsChanged();
  const { changes: before, setAside } = models.inForce();
  // A release that is only partly in force may be published unchanged.
  if (textOfChanges(changes) === textOfChanges(before) && !setAside) throw refusals.nothingToPublish();
  const { candidate, findings, effects, templates } = await review(at, changes);
  const { restoredFrom } = how;
  const next = candidate.compilation.model;
  refuseFindings(at, next, { findings, restoredFrom });
  await refuseEffects(at, effects, changes);
  const number = await publishRelease({
    ...how,
    models,
    store: call.runtime.store,
    ports: call.runtime.ports,
    candidate,
    by: at.user.UserName,
    shipped: versionOf(models.shipped()),
    within: async (session) => {
      const since = await laterTemplateFindings(session, { live: models.current(), next, templates });
      refuseFindings(at, next, { findings: since, restoredFrom });
      await how.within?.(session);
    },
  });
  await at.fill();
  const published = { ...(await releaseBody(at, number)), Version: models.current().version };
  return json(published, 201, { location: `/api/configure/releases/${number}` });
}

function refuseBehind({ models }: At, standsOn: number): void {
  const live = models.inForce().release;
  if (standsOn !== live) throw refusals.draftBehind({ params: { live }, extra: { Live: live } });
}

type Found = { readonly findings: readonly OverlayFinding[]; readonly restoredFrom?: number | undefined };

/** Throws 422 with all findings, errors first; a restored release must be opened as a draft to fix it. */
function refuseFindings({ call }: At, model: Model, { findings, restoredFrom: number }: Found): void {
  const count = findings.filter(({ level }) => level === 'error').length;
  if (count === 0) return;
  const saying = { model, locale: call.locale };
  const extra = { Findings: findings.map((finding) => sayFinding(saying, finding)) };
  if (number === undefined) throw refusals.draftHasErrors({ params: { count }, extra });
  throw refusals.releaseUnfit({ params: { count, number }, extra });
}

/** Throws 422 for effects that stored records rule out, 428 for those that need confirmation. */
async function refuseEffects(at: At, effects: readonly Effect[], changes: readonly Change[]): Promise<void> {
  const { call } = at;
  const saying = { model: call.runtime.model, locale: call.locale };
  const refused = effects.filter(({ verdict }) => verdict === 'Refused');
  if (refused.length > 0)
    throw refusals.recordsRefuse({
      params: { reasons: refused.map((effect) => sayEffect(saying, effect).Message).join(' ') },
      extra: { Effects: effects.map((effect) => sayEffect(saying, effect)) },
    });
  const asked = effects.filter(({ verdict }) => verdict === 'Migratable');
  if (asked.length === 0) return;
  const Message = asked.map((effect) => sayEffect(saying, effect).Message).join(' ');
  const about = [at.user.Id, at.models.inForce().release, textOfChanges(changes), JSON.stringify(asked)].join(
    '\n',
  );
  const Token = await call.runtime.signer.sign(about);
  if (call.confirmed.includes(Token)) return;
  const Confirmations = [{ Rule: 'configure.migratable', Message, Token }];
  throw refusals.confirm({ params: { message: Message }, extra: { Confirmations } });
}

async function show(services: ConfigureServices, call: ApiCall): Promise<Response> {
  return tagged(await releaseBody(callAt(services, call), numberOf(call)));
}

/** A release with its changes and their description. */
async function releaseBody({ call, models }: At, number: number): Promise<object> {
  const { store } = call.runtime;
  const found = await findRelease(store, number);
  if (!found) throw noSuchRelease(number);
  const before = (await changesOfRelease(store, number - 1)) ?? [];
  const saying = { model: models.current(), locale: call.locale };
  return { ...found.record, Differences: describeChanges(before, found.changes, saying) };
}

function noSuchRelease(number: number) {
  return refusals.noSuchRelease({ params: { number } });
}

function numberOf({ params: { number = '' } }: ApiCall): number {
  if (!/^\d{1,9}$/.test(number)) throw refusals.noSuchRelease({ params: { number } });
  return Number(number);
}

function noteOf({ Note }: Noted): string {
  const note = (Note ?? '').trim();
  if (note.length > longestNote) throw refusals.noteTooLong({ params: { limit: longestNote } });
  return note;
}
