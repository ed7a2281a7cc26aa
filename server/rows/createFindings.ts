/** Findings in an uploaded table: the first are reported, more are kept for download, all are counted. */
import type { Issue } from '#engine';
import { type PlacedIssue, Refusal, refusals } from '../errors/Refusal.ts';

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

/** Reported at once: as many as a person reads before opening the file again. */
const told = 10;
/** Beyond this number the whole file is considered wrong. */
const mostKept = 1000;

/** Limits a refusal to as many findings as a person reads at once; the rest stay with it. */
export function withFewIssues(refusal: Refusal): Refusal {
  const { issues = [] } = refusal.details;
  if (issues.length <= told) return refusal;
  const more = { rule: 'sheet.more', path: '', level: 'error', message: 'sheet.more' } as const;
  const params = { count: issues.length - told };
  return new Refusal(refusal.code, refusal.key, {
    ...refusal.details,
    issues: [...issues.slice(0, told), { ...more, params }],
    findings: { kept: issues.slice(0, mostKept), count: issues.length },
  });
}

/** `path`: the member that findings belong to; `more`: the message key that counts those not reported. */
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
