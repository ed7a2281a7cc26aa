/** Compares a draft with new shipped declarations: which changes fit, conflict or are obsolete. */
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

/** Sorts the changes of a draft; broken ones count as conflicts only if the declarations changed. */
export function upgradeOf({ models }: At, draft: Draft, candidate: Candidate): Upgrade {
  const shipped = models.shipped();
  return threeWay(shipped, draft.changes, isUpgraded(draft, versionOf(shipped)) ? brokenIn(candidate) : []);
}

const isUpgraded = ({ shipped }: Draft, now: string): boolean => shipped !== undefined && shipped !== now;

function brokenIn({ findings }: Candidate) {
  return findings.flatMap(({ change, level }) => (change && level === 'error' ? [change] : []));
}

/** The changes to review in the shape of the API: conflicts first, then obsolete ones. */
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
