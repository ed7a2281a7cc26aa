/** What new shipped declarations mean for a draft: which changes fit, which conflict, which are not needed any more. */
import {
  changesInOrder,
  choicesOf,
  describeUpgrade,
  subjectOf,
  threeWay,
  type Upgrade,
  versionOf,
} from '#engine';
import type { At } from './ConfigureServices.ts';
import type { Candidate } from './createCandidates.ts';
import type { Draft } from './drafts.ts';
import { type Saying, sayFinding } from './sayFinding.ts';

type Affected = Upgrade['conflicting'][number];

/** Sorts the changes of a draft; what is wrong with one only counts where the declarations are others than they were. */
export function upgradeOf({ models }: At, draft: Draft, candidate: Candidate): Upgrade {
  const shipped = models.shipped();
  return threeWay(shipped, draft.changes, isUpgraded(draft, versionOf(shipped)) ? brokenIn(candidate) : []);
}

const isUpgraded = ({ shipped }: Draft, now: string): boolean => shipped !== undefined && shipped !== now;

function brokenIn({ findings }: Candidate) {
  return findings.flatMap(({ change, level }) => (change && level === 'error' ? [change] : []));
}

/** What somebody has to look at as the API answers it: first what conflicts, then what is not needed any more. */
export function sayUpgrade(
  saying: Saying,
  { clean, conflicting, obsolete }: Upgrade,
  { findings }: Candidate,
): object {
  const say = (state: 'conflicting' | 'obsolete') => (affected: Affected) => ({
    Kind: affected.change.kind,
    Name: affected.change.name,
    State: state,
    Subject: subjectOf(affected.change, saying),
    Choices: choicesOf(affected),
    Members: describeUpgrade(affected, saying).map(({ name, title, was, is, says, moved }) => ({
      Name: name,
      Title: title,
      Was: was,
      Is: is,
      Says: says,
      Moved: moved,
    })),
    Findings: findings
      .filter(({ change }) => change?.kind === affected.change.kind && change.name === affected.change.name)
      .map((finding) => sayFinding(saying, finding)),
  });
  return {
    Clean: clean.map(({ kind, name }) => ({ Kind: kind, Name: name })),
    Affected: [...ordered(conflicting).map(say('conflicting')), ...ordered(obsolete).map(say('obsolete'))],
  };
}

function ordered(affected: readonly Affected[]): readonly Affected[] {
  const places = changesInOrder(affected.map(({ change }) => change));
  return [...affected].sort((one, other) => places.indexOf(one.change) - places.indexOf(other.change));
}
