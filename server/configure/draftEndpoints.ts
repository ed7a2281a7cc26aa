/** `/configure/draft`: a person's draft. Custom code, because the answer includes the draft's findings. */
import {
  type Change,
  changeKey,
  changeKinds,
  checkChange,
  createBundle,
  type DataRecord,
  type DeclarationSet,
  type EntityOfBlock,
  entityOfBlock,
  findingText,
  isUnkeepable,
  type Model,
  rememberBase,
  subjectOf,
  versionOf,
  withoutEntity,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedFlag } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json, tagged } from '../http/respond.ts';
import { anObject, listOf, may, open, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { isAllowed } from '../operations/authorize.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import { readRevision } from '../routes/readRecord.ts';
import { nextTurn } from '../work/turns.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { type Draft, findDraft, keepDraft, refuseTooLarge, removeDraft } from './drafts.ts';
import { draftAnswer, judgedAnswer } from './reviewDraft.ts';
import { configureFeature } from './rightsBeyond.ts';
import { sayFinding } from './sayFinding.ts';

export const configuring = { ids: [], access: { kind: 'feature', anyOf: [configureFeature] } } as const;

/** Reads and changes the caller's draft. */
export function draftEndpoints(services: ConfigureServices): readonly Endpoint[] {
  const one = { ...configuring, path: '/configure/draft/{kind}/{name}' };
  const whole = { ...configuring, path: '/configure/draft' };
  return [
    { ...whole, method: 'GET', handle: async (call) => answer(callAt(services, call)) },
    { ...whole, method: 'PUT', ...taking(changesBody, (call, body) => putAll(services, call, body)) },
    { ...whole, method: 'DELETE', handle: (call) => discard(services, call) },
    {
      ...configuring,
      path: '/configure/draft/bundle',
      method: 'GET',
      handle: (call) => bundle(services, call),
    },
    { ...one, method: 'PUT', ...taking(anObject, (call, body) => put(services, call, body)) },
    {
      ...{ ...one, method: 'DELETE' },
      asks: [askedFlag('dependents', 'For an entity: with everything that depends on it.')],
      handle: (call) => take(services, call),
    },
    {
      ...configuring,
      path: '/configure/draft/entity/{name}/dependents',
      method: 'GET',
      handle: (call) => dependents(services, call),
    },
  ];
}

/** A change as in engine/overlay/overlay.schema.json; its problems become findings. */
const aChange = open({ kind: text, name: text });
const changesBody = sent({
  Revision: revision,
  Put: may(listOf(aChange)),
  Remove: may(listOf(aChange)),
});

/** The caller's draft. */
export const draftAt = (at: At): Promise<Draft> =>
  findDraft(at.call.runtime.store, at.user, at.models.inForce());

async function answer(at: At, status = 200): Promise<Response> {
  return json(await draftAnswer(at, await draftAt(at)), status);
}

async function bundle(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const { set, compilation } = await at.candidates.of((await draftAt(at)).changes);
  return tagged(createBundle(set, compilation));
}

async function put(services: ConfigureServices, call: ApiCall, body: DataRecord): Promise<Response> {
  const at = callAt(services, call);
  const { models } = at;
  const { Revision: _, ...given } = body;
  const change = { ...given, ...namedBy(call) } as unknown as Change;
  // All other problems become findings, so that no work is lost.
  refuseUnkeepable(at, change);
  return changeDraft(at, readRevision(call, body), (changes) => [
    ...without(changes, change),
    remembered(models.shipped(), change, changes.find(isNamed(change))),
  ]);
}

/** Refuses a change that cannot even be stored in a draft. */
export function refuseUnkeepable({ models, call: { locale } }: At, change: Change): void {
  const found = checkChange(change).filter(isUnkeepable);
  if (found.length === 0) return;
  const saying = { model: models.current(), locale };
  const Findings = found.map((finding) => sayFinding(saying, finding));
  throw refusals.unkeepableChange({
    params: {
      name: `${change.kind}/${change.name}`,
      reason: found.map(({ code, params }) => findingText(saying, code, params)).join(' '),
    },
    extra: { Findings },
  });
}

/** Applies several changes (`Put` and `Remove`) at once, such as a field and its places: all or none. */
async function putAll(
  services: ConfigureServices,
  call: ApiCall,
  body: Static<typeof changesBody>,
): Promise<Response> {
  const at = callAt(services, call);
  const { models } = at;
  const put = eachOnce(body.Put) as unknown as readonly Change[];
  const budget = new WorkBudget();
  for (const change of put) {
    refuseUnkeepable(at, change);
    await budget.yieldTurn();
  }
  const gone = new Set([...put, ...eachOnce(body.Remove)].map((one) => changeKey(namedChange(one))));
  return changeDraft(at, readRevision(call, body), async (changes) => {
    const before = new Map(changes.map((one) => [changeKey(one), one]));
    const next = changes.filter((one) => !gone.has(changeKey(one)));
    for (const change of put) {
      next.push(remembered(models.shipped(), change, before.get(changeKey(namedChange(change)))));
      await budget.yieldTurn();
    }
    return next;
  });
}

/** The changes sent, each identified by `kind` and `name`; refuses duplicates. */
function eachOnce(given: readonly Static<typeof aChange>[] | null | undefined): readonly DataRecord[] {
  const list = given ?? [];
  const keys = new Set<string>();
  for (const one of list) {
    const { kind, name } = namedChange(one);
    if (keys.has(`${kind}/${name}`)) throw refusals.changeTwice({ params: { name } });
    keys.add(`${kind}/${name}`);
  }
  return list;
}

async function take(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const named = namedBy(call);
  const isWhole = named.kind === 'entity' && call.query().get('dependents') === 'true';
  const entityOf = isWhole ? blocksOf(await draftModel(at)) : undefined;
  return changeDraft(at, readRevision(call), (changes) =>
    isWhole ? withoutEntity(changes, named.name, entityOf).changes : without(changes, named),
  );
}

/** What would be removed along with an entity, so that it can be shown first. */
async function dependents(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const { name = '' } = call.params;
  const { changes } = await draftAt(at);
  if (!changes.some(isNamed({ kind: 'entity', name })))
    throw refusals.noSuchRecord({ params: { entity: 'entity.configuration-draft', id: name } });
  const { model } = (await at.candidates.of(changes)).compilation;
  const { gone, changed } = withoutEntity(changes, name, blocksOf(model));
  const saying = { model, locale: call.locale };
  const say = (change: Change) => ({
    Kind: change.kind,
    Name: change.name,
    Subject: subjectOf(change, saying),
  });
  return json({ Records: await recordsSeen(at, name), Gone: gone.map(say), Changed: changed.map(say) });
}

/** How many records are stored; null where the person may not see all of them, or none can be stored. */
async function recordsSeen({ call, user }: At, name: string): Promise<number | null> {
  const { model, store } = call.runtime;
  const { features } = call;
  const entity = model.entities.get(name);
  const isSeen =
    entity && isAllowed(entity.policy.view, features) && seesEvery(model, name, { user, features });
  return isSeen ? store.count(name) : null;
}

async function draftModel(at: At): Promise<Model> {
  const { changes } = await draftAt(at);
  return (await at.candidates.of(changes)).compilation.model;
}

/** Adapter for `withoutEntity`, which does not know the model. */
const blocksOf =
  (model: Model): EntityOfBlock =>
  (screen, block) =>
    entityOfBlock(model, screen, block);

async function discard(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  await at.call.runtime.store.transaction(async (session) => {
    const draft = await findDraft(session, at.user, at.models.inForce());
    refuseOther(draft, readRevision(call));
    await removeDraft(session, draft);
  });
  return answer(at);
}

type Named = Pick<Change, 'kind' | 'name'>;

const longestName = 200;

const namedBy = ({ params: { kind = '', name = '' } }: ApiCall): Named => namedChange({ kind, name });

/** The key of a change; refused when it cannot be one. */
export function namedChange({ kind, name }: { readonly kind?: unknown; readonly name?: unknown }): Named {
  if (typeof name !== 'string' || name === '') throw refusals.badAddress();
  const known = changeKinds.find((each) => each === kind);
  if (!known)
    throw refusals.noSuchChangeKind({ params: { kind: String(kind), kinds: changeKinds.join(', ') } });
  if (name.length > longestName) throw refusals.badAddress();
  return { kind: known, name };
}

function without(changes: readonly Change[], { kind, name }: Named): readonly Change[] {
  return changes.filter((change) => !isNamed({ kind, name })(change));
}

const isNamed =
  ({ kind, name }: Named) =>
  (change: Change): boolean =>
    change.kind === kind && change.name === name;

/** Stores what the change replaces, for upgrades; a change that does not fit its schema is kept as sent. */
export function remembered(shipped: DeclarationSet, change: Change, before?: Change): Change {
  return checkChange(change).length > 0 ? change : rememberBase(shipped, change, before);
}

/**
 * Changes or creates the draft and answers its review; 409 when the caller's revision is stale. The draft is
 * reviewed before it is stored, so no stored draft is impossible to review.
 */
export const changeDraft = (at: At, revision: number | undefined, change: Changing): Promise<Response> =>
  at.drafting(at.user.Id, () => judgeAndKeep(at, revision, change));

type Changing = (changes: readonly Change[]) => readonly Change[] | Promise<readonly Change[]>;

async function judgeAndKeep(at: At, revision: number | undefined, change: Changing): Promise<Response> {
  const { call, user, models } = at;
  const draft = await draftAt(at);
  refuseOther(draft, revision);
  const next = {
    ...draft,
    shipped: draft.shipped ?? versionOf(models.shipped()),
    changes: await change(draft.changes),
  };
  refuseTooLarge(next.changes);
  await nextTurn();
  const judged = await judgedAnswer(at, next);
  const isKept = await call.runtime.store.transaction(async (session) => {
    const now = await findDraft(session, user, models.inForce());
    refuseOther(now, revision);
    if (now.revision !== draft.revision) return false;
    await keepDraft(session, { user, ports: call.runtime.ports }, next);
    return true;
  });
  // Another call changed the draft meanwhile: apply this change to the result.
  return isKept ? json({ ...judged, Revision: draft.revision + 1 }) : judgeAndKeep(at, revision, change);
}

/** Optimistic lock: the draft was changed in another window. */
export function refuseOther(draft: Draft, revision: number | undefined): void {
  if (revision === undefined || revision === draft.revision) return;
  const Current: DataRecord = { Revision: draft.revision, Changes: draft.changes };
  throw refusals.draftChanged({ extra: { Current } });
}
