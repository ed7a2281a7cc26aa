/** What the server does again and again for everyone: sending letters, webhooks and calls, and deleting old data. */
import { formatMessage } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { DueWork } from '../extensions/Extension.ts';
import { tidyKind } from '../extensions/system/tidyUp.ts';
import { allWork, type ScheduledWork, type WorkSource } from '../jobs/WorkSource.ts';
import { authorize } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

const day = 24 * 3_600_000;

export function serviceWork(dueWork: readonly DueWork[]): WorkSource {
  const listed = dueWork.filter(({ isListed }) => isListed === true);
  return {
    id: 'service',
    needs: ['job'],
    scheduled: async (call) => {
      if (!call.features.has(allWork)) return [];
      const { model } = call.runtime;
      const own = listed.filter(({ needs }) => needs.every((id) => model.entities.has(id)));
      const found: ScheduledWork[] = [];
      for (const { name, waiting } of own)
        found.push({
          ...{ Id: name, Title: titleOf(call, name), About: said(call, name) },
          Waiting: (await waiting?.(call.runtime)) ?? null,
          Verbs: ['pause', 'continue'],
        });
      return [...found, await tidying(call)];
    },
    now: async (call, id) => {
      authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
      if (id !== tidyKind) throw new Refusal('conflict', 'work.not-scheduled', {});
      await call.runtime.jobs.start(call, {
        ...{ kind: tidyKind, key: tidyKind, access: { kind: 'feature', anyOf: [allWork] } },
        notice: () => ({ title: 'work.service.tidy' }),
        prepare: async () => ({}),
      });
    },
    continued: async (call, id) => {
      authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
      if (id !== tidyKind && !listed.some(({ name }) => name === id))
        throw refusals.noSuchRecord({ params: { entity: 'work.source.service', id } });
    },
  };
}

const titleOf = ({ runtime: { model }, locale }: OperationCall, name: string): string =>
  formatMessage(model, locale, `work.service.${name}`);
const said = ({ runtime: { model }, locale }: OperationCall, name: string): string =>
  formatMessage(model, locale, `work.service.${name}.note`);

async function tidying(call: OperationCall): Promise<ScheduledWork> {
  const { items } = await call.runtime.store.find({
    ...{ entity: 'job', filter: equals('Kind', tidyKind), page: { number: 1, size: 1 } },
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    only: ['CreatedDate', 'FinishedDate', 'Status'],
  });
  const [last] = items;
  const next = last && new Date(Date.parse(String(last.CreatedDate)) + day).toISOString();
  return {
    ...{ Id: tidyKind, Title: titleOf(call, tidyKind), About: said(call, tidyKind) },
    ...{ NextDate: next ?? null, LastDate: last?.FinishedDate ?? null },
    LastState: last ? (last.Status === 'failed' ? 'failed' : last.FinishedDate ? 'done' : 'running') : null,
    Verbs: ['now', 'pause', 'continue'],
  };
}
