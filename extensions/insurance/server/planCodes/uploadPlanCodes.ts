// Custom code: a job reads files of a million rows, and the newest file replaces one still being read.
import { type DataRecord, formatMessage } from '#engine';
import {
  allOf,
  among,
  answers,
  createWithin,
  defineAction,
  equals,
  errorBody,
  type JobProblem,
  type JobResult,
  noticeOf,
  type OperationCall,
  Refusal,
  type Runtime,
  record,
  refusals,
} from '#server/extension';
import { providerOf } from './providerOf.ts';

const kind = 'plan-codes.import';

/** Most files take less; for the others a notification tells the outcome. */
const patience = 1500;

/** Imports the file and answers the outcome, or that it is still being imported. */
export const uploadPlanCodes = defineAction({
  body: record('update'),
  answer: answers.objectOf(
    [
      ['IsSuccess', answers.flag],
      ['WarningMessages', answers.list(answers.text)],
      ['ErrorMessages', answers.list(answers.text)],
      ['Id', answers.id],
      ['JobId', answers.id],
    ],
    ['IsSuccess', 'WarningMessages', 'ErrorMessages'],
  ),
  run: async (call, { plan, params, input, notice }) => {
    const Provider = providerOf(call, params);
    let file: DataRecord = {};
    const JobId = await inPlaceOfOlder(call.runtime, Provider, () =>
      call.runtime.jobs.start(call, {
        kind,
        key: Provider,
        access: plan.entity.policy.create,
        notice: () => noticeOf(notice, file),
        outcome: {
          take: () => file,
          give: (taken) => {
            file = taken;
          },
        },
        prepare: async (scope) => {
          file = await createWithin(scope, plan, { Provider, FileId: input.FileId });
          return { Provider, PlanCodeFileId: file.Id, FileId: file.FileId };
        },
      }),
    );
    if (JobId === undefined) return said(call, { errors: ['plan-code-file.replaced'] });
    await soon(call.runtime.jobs.ended(JobId));
    const job = await call.runtime.store.get('job', JobId);
    return { Id: file.Id, JobId, ...(await outcome(call, job ?? {})) };
  },
});

async function soon(ended: Promise<void> | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([ended, enough]);
  clearTimeout(timer);
}

async function outcome(call: OperationCall, { Status, Result, Problem }: DataRecord): Promise<DataRecord> {
  const { model } = call.runtime;
  if (Status === 'done') {
    const notes = ((Result ?? {}) as JobResult).Notes ?? [];
    const sentences = notes.map(({ message, params }) => formatMessage(model, call.locale, message, params));
    return { ...said(call, {}), WarningMessages: sentences };
  }
  if (Status === 'failed') {
    const { code, key, ...details } = Problem as JobProblem;
    const problem = new Refusal(code, key, details);
    const { ErrorMessages } = await call.budget.run(errorBody(problem, { model, locale: call.locale }));
    return { ...said(call, {}), IsSuccess: false, ErrorMessages };
  }
  const isOpen = Status === 'running';
  return said(
    call,
    isOpen ? { warnings: ['plan-code-file.reading'] } : { errors: ['plan-code-file.replaced'] },
  );
}

type Messages = { readonly warnings?: readonly string[]; readonly errors?: readonly string[] };

function said({ runtime: { model }, locale }: OperationCall, { warnings = [], errors = [] }: Messages) {
  const sentences = (keys: readonly string[]) => keys.map((key) => formatMessage(model, locale, key, {}));
  return {
    IsSuccess: errors.length === 0,
    WarningMessages: sentences(warnings),
    ErrorMessages: sentences(errors),
  };
}

/** At most two files per provider at a time: the one being imported, and the newest, which replaces it. */
type Lane = { turn: Promise<unknown>; newest: symbol; job: string | undefined };

/** Keyed by the events all calls share: store and jobs differ from call to call. */
const lanes = new WeakMap<Runtime['events'], Map<string, Lane>>();

/**
 * Cancels the job of an older file, waits for its cleanup and starts the job of this file; undefined when an
 * even newer file has arrived meanwhile.
 */
async function inPlaceOfOlder(
  runtime: Runtime,
  provider: string,
  start: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const lane = laneOf(runtime.events, provider);
  const own = Symbol(provider);
  lane.newest = own;
  const turn = lane.turn.then(async () => {
    for (;;) {
      await endOlder(runtime, provider);
      // One that has written its last may still be ending.
      if (lane.job !== undefined) await runtime.jobs.ended(lane.job);
      if (lane.newest !== own) return undefined;
      try {
        lane.job = await start();
        return lane.job;
      } catch (error) {
        // Another process was quicker by a moment: its file is the older one.
        if (!(error instanceof Refusal) || error.key !== refusals.jobRuns().key) throw error;
      }
    }
  });
  lane.turn = turn.catch(() => undefined);
  return turn;
}

/** In any process it is read. */
async function endOlder({ store, jobs }: Runtime, provider: string): Promise<void> {
  const filter = allOf([
    ...[equals('Kind', kind), equals('Key', provider)],
    among('Status', ['running', 'cancelling']),
  ]);
  const { items } = await store.find({ entity: 'job', filter, only: ['Id'] });
  for (const { Id } of items) {
    await jobs.cancel(String(Id));
    await jobs.ended(String(Id));
  }
}

function laneOf(events: Runtime['events'], provider: string): Lane {
  const byProvider = lanes.get(events) ?? new Map<string, Lane>();
  lanes.set(events, byProvider);
  const lane = byProvider.get(provider) ?? { turn: Promise.resolve(), newest: Symbol(), job: undefined };
  byProvider.set(provider, lane);
  return lane;
}
