import { useEffect, useState } from 'react';
import type { Finding } from '#engine';
import { findSlip, notJson } from './jsonPlaces.ts';
import { mostText } from './link.ts';
import { openWorkbench, TookTooLong, type Workbench } from './workbench.ts';

type Changes = Readonly<Record<string, string>>;

export type Checked = {
  readonly findings: readonly Finding[];
  readonly isChecking: boolean;
  /** The last changes without errors; absent before the first check. */
  readonly good?: Changes;
};

const pause = 400;
/** Timeout in milliseconds; the first check also loads the worker, which is slow on a busy machine. */
const patience = 45_000;

/** Checks changes in a worker, which is terminated if it does not answer. */
export function useChecked(changes: Changes): Checked {
  const [bench] = useState(() => openWorkbench(patience));
  const [checked, setChecked] = useState<{ readonly of: Changes } & Omit<Checked, 'isChecking'>>();
  useEffect(() => bench.close, [bench]);
  useEffect(() => {
    let isLate = false;
    const timer = setTimeout(async () => {
      const findings = await check(bench, changes);
      const isGood = !findings.some(({ severity }) => severity === 'error');
      if (!isLate) setChecked((last) => ({ of: changes, findings, good: isGood ? changes : last?.good }));
    }, pause);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [bench, changes]);
  return {
    findings: checked?.findings ?? [],
    good: checked?.good ?? {},
    isChecking: checked?.of !== changes,
  };
}

async function check(bench: Workbench, changes: Changes): Promise<readonly Finding[]> {
  if (Object.keys(changes).length === 0) return [];
  const unread = Object.entries(changes).flatMap(([file, text]) => unreadable(file, text));
  if (unread.length > 0) return unread;
  try {
    return (await bench.ask({ kind: 'check', changes })).findings;
  } catch (error) {
    const file = Object.keys(changes).at(-1) ?? '';
    const tookLong = `It could not be checked within ${patience / 1000} s. Take back what makes it so long.`;
    const message = error instanceof TookTooLong ? tookLong : String((error as Error).message);
    return [{ severity: 'error', file, path: '', message }];
  }
}

function unreadable(file: string, text: string): readonly Finding[] {
  const finding = (message: string): Finding => ({ severity: 'error', file, path: '', message });
  if (text.length > mostText)
    return [finding(`It is longer than ${mostText} characters. Shorten it. Shorten it.`)];
  const slip = findSlip(text);
  if (!slip) return [];
  const { line, column, wanted } = slip;
  const message = `This is not JSON yet: at line ${line}, column ${column} belongs ${wanted}.`;
  return [{ ...finding(message), code: notJson }];
}
