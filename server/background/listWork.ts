/** The records of one source as work, newest first, from a place in the list on. */
import type { DataRecord, FilterTree } from '#engine';
import type { WorkItem, WorkRecords, WorkState } from '../jobs/WorkSource.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { peopleSeen } from '../operations/peopleSeen.ts';

/** Of all sources together: ids are unique among them. */
export type WorkPlace = { readonly date: string; readonly id: string };

type WorkAsked = {
  readonly state?: WorkState | undefined;
  readonly person?: string | undefined;
  /** The first moment, and the first one after the period. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly after?: WorkPlace | undefined;
  readonly size: number;
};

const compare = (path: string, operator: 'ge' | 'lt' | 'le' | 'gt', value: string): FilterTree =>
  ({ kind: 'compare', path, operator, value }) as FilterTree;

const anyOf = (of: readonly FilterTree[]): FilterTree => ({ kind: 'or', of }) as FilterTree;

export async function listWork(
  call: OperationCall,
  of: WorkRecords,
  asked: WorkAsked,
): Promise<readonly WorkItem[]> {
  const seen = of.seen(call);
  const state = asked.state && of.states[asked.state];
  if (!seen || (asked.state && !state)) return [];
  const fixed = [
    ...[seen === 'all' ? undefined : seen, state],
    asked.person === undefined ? undefined : equals(of.person, asked.person),
    asked.since === undefined ? undefined : compare('CreatedDate', 'ge', asked.since),
    asked.until === undefined ? undefined : compare('CreatedDate', 'lt', asked.until),
  ];
  const found: DataRecord[] = [];
  for (let place = asked.after; ; ) {
    const { items } = await call.runtime.store.find({
      entity: of.entity,
      filter: allOf([...fixed, place && older(place)]) as never,
      sort: [
        { path: 'CreatedDate', direction: 'desc' },
        { path: 'Id', direction: 'desc' },
      ],
      page: { number: 1, size: asked.size },
      ...(of.fields && { only: ['Id', 'CreatedDate', ...of.fields] }),
    });
    found.push(...(await seenWork(call, of, items)));
    const last = items.at(-1);
    if (!last || items.length < asked.size || found.length >= asked.size) break;
    place = { date: String(last.CreatedDate), id: String(last.Id) };
    await call.budget.yieldTurn();
  }
  return of.items(call, found.slice(0, asked.size));
}

/** Work says what was done to which records: that of people whom row access hides is not told. */
async function seenWork(
  call: OperationCall,
  { person, isSeen }: WorkRecords,
  records: readonly DataRecord[],
): Promise<readonly DataRecord[]> {
  const told = records.filter((record) => isSeen?.(call, record) ?? true);
  const people = await peopleSeen(
    call,
    told.map((record) => record[person]),
  );
  return told.filter((record) => people.has(record[person]));
}

const older = ({ date, id }: WorkPlace): FilterTree =>
  anyOf([
    compare('CreatedDate', 'lt', date),
    allOf([equals('CreatedDate', date), compare('Id', 'lt', id)]) as FilterTree,
  ]);
