import { describe, expect, it } from 'vitest';
import { countResults, failedFiles, failuresOf, replaceFailed } from '../../scripts/testResults.mjs';

const test = (fullName: string, status: string) => ({
  fullName,
  status,
  failureMessages: status === 'failed' ? [`Error: ${fullName}\n  at there`] : [],
});
const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => ({
  name,
  message: '',
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults,
});

const steady = file('a.test.ts', test('opens', 'passed'), test('closes', 'passed'));
const first = {
  testResults: [steady, file('b.test.ts', test('saves', 'failed'), test('says so', 'failed'))],
};

describe('the results of a run', () => {
  it('are counted; a file that fails without a failed test counts as one', () => {
    const broken = { ...file('c.test.ts', test('loads', 'passed')), status: 'failed', message: 'no server' };
    const unread = { ...file('d.test.ts'), status: 'failed', message: 'no such module\n…' };
    const run = { testResults: [...first.testResults, broken, unread] };
    expect(countResults(run)).toEqual({ passed: 3, failed: 4 });
    expect(failedFiles(run)).toEqual(['b.test.ts', 'c.test.ts', 'd.test.ts']);
    expect(run.testResults.flatMap(failuresOf)).toEqual([
      { title: 'b.test.ts > saves', reason: 'Error: saves' },
      { title: 'b.test.ts > says so', reason: 'Error: says so' },
      { title: 'c.test.ts', reason: 'no server' },
      { title: 'd.test.ts', reason: 'no such module\n    …' },
    ]);
  });

  it('of failed files are those of the second try; a test that passes only then is flaky, and one that fails twice has failed', () => {
    const again = { testResults: [file('b.test.ts', test('saves', 'passed'), test('says so', 'failed'))] };
    const merged = replaceFailed(first, again);
    expect(countResults(merged)).toEqual({ passed: 3, failed: 1 });
    expect(merged.unsteady).toEqual(['b.test.ts > saves']);
  });

  it('of failed files that were not run again stay unchanged', () => {
    expect(replaceFailed(first, { testResults: [] })).toEqual({
      testResults: first.testResults,
      unsteady: [],
    });
  });
});
