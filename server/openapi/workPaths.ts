/** The calls about background work. */
import { all, list, maybeText, text } from '../http/fieldSchemas.ts';
import { workStates } from '../jobs/WorkSource.ts';
import type { Brief } from './Brief.ts';

const [maybeCount, maybeNumber] = [{ type: ['integer', 'null'] }, { type: ['number', 'null'] }];
const common = { Id: text, Source: text, Title: text, About: maybeText, Person: maybeText, To: maybeText };

const item = all({
  ...{ ...common, State: { enum: [...workStates] }, Date: text, NextDate: maybeText },
  ...{ FinishedDate: maybeText, Milliseconds: maybeCount, Attempts: maybeCount, Done: maybeCount },
  ...{ Share: maybeNumber, Reason: maybeText, Verbs: list({ enum: ['cancel', 'again', 'now'] }) },
});
const schedule = all({
  ...{ ...common, NextDate: maybeText, LastDate: maybeText, Waiting: maybeCount },
  ...{ LastState: { enum: [...workStates, null] }, PausedBy: maybeText, PausedDate: maybeText },
  Verbs: list({ enum: ['now', 'pause', 'continue'] }),
});
const named = all({ Id: text });

export const workPaths: readonly Brief[] = [
  {
    at: 'GET /background-work',
    summary: 'Background work that the caller may see, newest first',
    answer: all({ Items: list(item), Next: maybeText }),
  },
  {
    at: 'GET /background-work/schedule',
    summary: 'Work that repeats or follows events, whether it is paused, and the sources of runs',
    answer: all({ Items: list(schedule), Sources: list(text) }),
  },
  {
    at: 'POST /background-work/{source}/{workId}/cancel',
    summary: 'Cancel work that waits or runs',
    answer: named,
  },
  {
    at: 'POST /background-work/{source}/{workId}/again',
    summary: 'Run work that failed again',
    answer: named,
  },
  {
    at: 'POST /background-work/{source}/{workId}/now',
    summary: 'Run work that waits before its time',
    answer: named,
  },
  {
    at: 'POST /background-work/schedule/{source}/{name}/now',
    summary: 'Run repeating work now',
    answer: named,
  },
  {
    at: 'POST /background-work/schedule/{source}/{name}/pause',
    summary: 'Pause repeating work',
    answer: named,
  },
  {
    at: 'POST /background-work/schedule/{source}/{name}/continue',
    summary: 'Continue paused work',
    answer: named,
  },
];
