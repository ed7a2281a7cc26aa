/** Every success notice: shown as declared on success, and replaced for failed and partial outcomes. */
import { expect, it } from 'vitest';
import type { JobEnd, Toasts } from './dialogs.tsx';
import { failureInAnswer, tellAnswer, tellJob } from './outcome.ts';

const say = (key: string) => key;

function told(work: (toasts: Toasts) => unknown): readonly (readonly [string, string])[] {
  const shown: (readonly [string, string])[] = [];
  const show = ((text: string, tone: string) => shown.push([tone, text])) as unknown as Toasts['show'];
  work({ show, settle: () => undefined });
  return shown;
}

const jobTold = (end: JobEnd) =>
  told((toasts) => tellJob(end, { toasts, say, success: 'declared', about: 'x' }));

it.each<[string, JobEnd, readonly (readonly [string, string])[]]>([
  ['done', { Status: 'done', Result: { RowCount: 3 } }, [['success', 'declared']]],
  [
    'done with remarks',
    { Status: 'done', Result: { Notes: ['a remark'] } },
    [
      ['success', 'declared'],
      ['info', 'a remark'],
    ],
  ],
  [
    'in part',
    { Status: 'done', Result: { RowCount: 3, RefusedCount: 1, Notes: ['3 changed.', '1 refused.'] } },
    [['info', 'ui.partly 3 changed. 1 refused.']],
  ],
  [
    'refused by all',
    { Status: 'done', Result: { RowCount: 0, RefusedCount: 2, Notes: ['2 refused.'] } },
    [['error', '2 refused.']],
  ],
  ['failed', { Status: 'failed', Problem: { Message: 'why' } }, [['error', 'why']]],
  ['cancelled', { Status: 'cancelled' }, [['info', 'ui.job.cancelled']]],
])('a job that ended as: %s', (_, end, expected) => {
  expect(jobTold(end)).toEqual(expected);
});

it.each<[string, unknown, string | undefined, readonly [string, string]]>([
  ['was done', { Id: '1' }, 'declared', ['success', 'declared']],
  ['was done and declares nothing', undefined, undefined, ['success', 'ui.done']],
  ['began long work', { JobId: 'j' }, undefined, ['info', 'ui.started']],
  ['began long work and says so', { JobId: 'j' }, 'declared', ['info', 'declared']],
  [
    'was done in part',
    { WarningMessages: ['2 rows were skipped.'] },
    'declared',
    ['info', 'declared 2 rows were skipped.'],
  ],
  ['has a field of that name', { Warnings: [{ Id: 1 }] }, 'declared', ['success', 'declared']],
])('a call that %s', (_, answer, success, expected) => {
  expect(told((toasts) => tellAnswer(answer, { toasts, say, success }))).toEqual([expected]);
});

it('an answer with status 200 that reports failure is a failure', () => {
  expect(failureInAnswer({ ExecutionResult: { IsSuccess: false, Message: ['no'] } })).toEqual({
    Message: 'no',
  });
  expect(failureInAnswer({ IsSuccess: false, ErrorMessages: ['no', 'nor that'] })).toEqual({
    Message: 'no',
    ErrorMessages: ['no', 'nor that'],
  });
  for (const fine of [undefined, null, {}, { IsSuccess: true }, { ExecutionResult: { IsSuccess: true } }])
    expect(failureInAnswer(fine)).toBeUndefined();
});
