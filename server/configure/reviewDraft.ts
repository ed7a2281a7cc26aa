/** A draft as its person sees it: what is wrong with it, what it changes, what it does to stored records. */
import { describeChanges, type Effect } from '#engine';
import type { Candidate } from './createCandidates.ts';
import type { Draft } from './drafts.ts';
import { earlierModels } from './earlierModels.ts';
import { effectsOf, sayEffect } from './effects.ts';
import { escalations, someoneMayConfigure } from './refuseEscalation.ts';
import { sayFinding } from './sayFinding.ts';
import { sayUpgrade, upgradeOf } from './upgrades.ts';
import type { At } from './Workshop.ts';

export type Review = {
  readonly candidate: Candidate;
  readonly findings: Candidate['findings'];
  readonly effects: readonly Effect[];
};

/** Everything that is to be said about a set of changes. */
export async function review(at: At, changes: Draft['changes']): Promise<Review> {
  const { models, candidates, call } = at;
  const candidate = await candidates.of(changes);
  const step = {
    live: models.current(),
    next: candidate.compilation.model,
    features: call.features,
    earlier: await earlierModels(
      { store: call.runtime.store, candidates },
      models.inForce().changes,
      changes,
    ),
  };
  const own = [...escalations(step), ...(await lockout(at, candidate))];
  // What does not compile cannot be counted.
  const isSound = candidate.findings.every(({ level }) => level !== 'error');
  return {
    candidate,
    findings: [...candidate.findings, ...own],
    effects: isSound ? await effectsOf(call.runtime.store, step.live, step.next) : [],
  };
}

async function lockout({ call }: At, { compilation }: Candidate): Promise<Candidate['findings']> {
  if (await someoneMayConfigure(call.runtime.store, compilation.model)) return [];
  return [{ at: '', level: 'error', code: 'nobody-may-configure', params: {} }];
}

/** The answer about a draft. */
export async function draftAnswer(at: At, draft: Draft): Promise<Record<string, unknown>> {
  const { models, call } = at;
  const { release, changes } = models.inForce();
  const { findings, effects, candidate } = await review(at, draft.changes);
  // Texts of the draft name what only the draft has.
  const saying = { model: candidate.compilation.model, locale: call.locale };
  return {
    Revision: draft.revision,
    Release: draft.standsOn,
    Live: release,
    Changes: draft.changes,
    Findings: findings.map((finding) => sayFinding(saying, finding)),
    Differences: describeChanges(changes, draft.changes, saying),
    Effects: effects.map((effect) => sayEffect(saying, effect)),
    Upgrade: sayUpgrade(saying, upgradeOf(at, draft, candidate), candidate),
  };
}
