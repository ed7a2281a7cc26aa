/** Reviews a draft: its findings, its changes, and its effects on stored records. */
import { describeInParts, type Effect } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { StoreUnavailable } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { blocksBeyond } from './blocksBeyond.ts';
import type { At } from './ConfigureServices.ts';
import type { Candidate } from './createCandidates.ts';
import { defaultFindings } from './defaultFindings.ts';
import type { Draft } from './drafts.ts';
import { earlierModels, heldBefore, modelOfOthers, textOfChanges } from './earlierModels.ts';
import { effectsOf, hiddenFindings, sayEffect } from './effects.ts';
import type { Step } from './publicationStep.ts';
import { escalations } from './refuseEscalation.ts';
import { lastHolders } from './rightsBeyond.ts';
import { sayFinding } from './sayFinding.ts';
import { templateFindings, templatesOf } from './templateFindings.ts';
import { sayUpgrade, upgradeOf } from './upgrades.ts';

export type Review = {
  readonly candidate: Candidate;
  readonly findings: Candidate['findings'];
  readonly effects: readonly Effect[];
  /** The email templates that it was judged with. */
  readonly templates: Step['templates'];
};

/** Everything there is to report about a set of changes. */
export async function review(at: At, changes: Draft['changes']): Promise<Review> {
  const { candidates, call } = at;
  const candidate = await candidates.of(changes);
  const step = await stepTo(at, candidate);
  const kept = await call.runtime.store.keptFields(step.next);
  await nextTurn();
  const escalated = [...escalations(step), ...blocksBeyond(step, candidate, at.models.inForce().changes)];
  await nextTurn();
  const holders = await lastHolders(call.runtime.store, step);
  await nextTurn();
  const defaults = await defaultFindings(call.runtime.store, step);
  await nextTurn();
  const mails = await templateFindings(step);
  await nextTurn();
  const findings = [
    ...candidate.findings,
    ...escalated,
    ...holders,
    ...defaults,
    ...mails,
    ...hiddenFindings(step, kept),
  ];
  await nextTurn();
  // Changes that do not compile cannot be counted, and counts of forbidden changes would reveal data.
  const isSound = findings.every(({ level }) => level !== 'error');
  const trying = { moment: { now: call.now, today: call.today }, budget: call.budget };
  const effects = isSound ? await effectsOf(call.runtime.store, step, kept, trying) : [];
  return { candidate, findings, effects, templates: step.templates };
}

/** The step from the release in force to a candidate, with the caller's rights. */
async function stepTo({ models, candidates, call, user }: At, { changes, compilation }: Candidate) {
  const from = { store: call.runtime.store, candidates };
  const inForce = models.inForce();
  const own = { live: models.current(), next: compilation.model, roles: user.Roles, user };
  const earlier = await earlierModels(from, inForce.changes, changes);
  const isSame = textOfChanges(changes) === textOfChanges(inForce.changes);
  return {
    ...own,
    earlier,
    templates: await templatesOf(call.runtime.store, own.live),
    features: new Set([...call.features, ...heldBefore(own, earlier)]),
    others: isSame ? undefined : await modelOfOthers(from, changes, user.UserName),
  };
}

/** The review of a set of changes, in words. */
export async function reviewAnswer(at: At, changes: Draft['changes']) {
  const { findings, effects, candidate } = await review(at, changes);
  return saidOf(at, { findings, effects, candidate }, changes);
}

async function saidOf(
  { models, call }: At,
  { findings, effects, candidate }: Pick<Review, 'findings' | 'effects' | 'candidate'>,
  changes: Draft['changes'],
) {
  const budget = new WorkBudget();
  // Texts of the draft may name things that only the draft has.
  const saying = { model: candidate.compilation.model, locale: call.locale };
  const gone = { ...saying, model: models.current() };
  return {
    Findings: await budget.run(inTurn(findings, (finding) => sayFinding(saying, finding))),
    Differences: await budget.run(describeInParts(models.inForce().changes, changes, saying, gone)),
    Effects: await budget.run(inTurn(effects, (effect) => sayEffect(saying, effect))),
  };
}

/** Yields in between: a draft of thousands of changes has thousands of entries. */
function* inTurn<One, Said>(
  list: readonly One[],
  say: (one: One) => Said,
): Generator<void, readonly Said[], void> {
  const said: Said[] = [];
  for (const one of list) {
    said.push(say(one));
    yield;
  }
  return said;
}

/** The answer about a draft. If the review fails, only its content, for export or discarding. */
export async function draftAnswer(at: At, draft: Draft): Promise<Record<string, unknown>> {
  try {
    return await judgedAnswer(at, draft);
  } catch (error) {
    if (error instanceof Refusal || error instanceof StoreUnavailable) throw error;
    at.call.runtime.ports.log.error({ err: error }, 'a draft cannot be judged');
    const saying = { model: at.models.current(), locale: at.call.locale };
    const finding = { at: '', level: 'error', code: 'draft-unjudged', params: {} } as const;
    return {
      ...headOf(at, draft),
      Findings: [sayFinding(saying, finding)],
      Differences: [],
      Effects: [],
      Upgrade: { Clean: [], Affected: [] },
    };
  }
}

/** The reviewed answer; throws when the review fails. */
export async function judgedAnswer(at: At, draft: Draft): Promise<Record<string, unknown>> {
  const reviewed = await review(at, draft.changes);
  const { candidate } = reviewed;
  const saying = { model: candidate.compilation.model, locale: at.call.locale };
  await nextTurn();
  const upgrade = upgradeOf(at, draft, candidate);
  await nextTurn();
  return {
    ...headOf(at, draft),
    ...(await saidOf(at, { ...reviewed, findings: [...asideIn(at), ...reviewed.findings] }, draft.changes)),
    Upgrade: sayUpgrade(saying, upgrade, candidate),
  };
}

const headOf = ({ models }: At, draft: Draft) => ({
  Revision: draft.revision,
  Release: draft.standsOn,
  Live: models.inForce().release,
  Changes: draft.changes,
});

/** Warns about changes that the start set aside, since their publisher expects them to be in force. */
function asideIn({ models }: At): Candidate['findings'] {
  const { setAside: count = 0, release: number } = models.inForce();
  return count > 0 ? [{ at: '', level: 'warning', code: 'release-aside', params: { count, number } }] : [];
}
