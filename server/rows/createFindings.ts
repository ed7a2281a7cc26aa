/** What is wrong in an uploaded table: the first findings are told, more are kept to be downloaded, all are counted. */
import type { Issue } from '#engine';
import { type PlacedIssue, type Refusal, refusals } from '../errors/Refusal.ts';

export type Finding = {
  readonly cell?: string;
  readonly message: string;
  readonly params: Issue['params'];
};

export type Findings = {
  readonly note: (finding: Finding) => void;
  readonly count: () => number;
  readonly refusal: () => Refusal;
};

/** Told at once: what a person reads before they open the file again. */
const told = 10;
/** A file that is wrong in more places is wrong as a whole. */
const mostKept = 1000;

/** `path`: where a form says it; `more`: the message that counts those beyond what is told. */
export function createFindings(about: {
  readonly entity: string;
  readonly path: string;
  readonly more: string;
}): Findings {
  const kept: PlacedIssue[] = [];
  let count = 0;
  const issueOf = ({ cell, message, params }: Finding): PlacedIssue => ({
    ...{ rule: message, path: about.path, level: 'error', message, params },
    ...(cell === undefined ? {} : { cell }),
  });
  return {
    note: (finding) => {
      count += 1;
      if (kept.length < mostKept) kept.push(issueOf(finding));
    },
    count: () => count,
    refusal: () => {
      const left = count - told;
      const more = left > 0 ? [issueOf({ message: about.more, params: { count: left } })] : [];
      const issues = [...kept.slice(0, told), ...more];
      return refusals.invalid({ issues, findings: { kept, count }, entity: about.entity });
    },
  };
}
