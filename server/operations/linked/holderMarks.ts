/** Marks the holders of roll-ups around a write of a record that they count. */
import type { DataRecord, Model, RollUpModel } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { equals } from '../filters.ts';
import { noteRollUps } from './linkedDue.ts';
import type { Held, Links } from './linksOf.ts';
import type { Marks } from './marks.ts';
import { isTotal, shareOf } from './rollUpValues.ts';

type RollUp = Held<RollUpModel>;

export type Marking = {
  readonly marks: Marks;
  readonly links: Links;
  readonly model: Model;
  readonly newId: () => string;
};

type Writing = {
  readonly entity: string;
  readonly id: string;
  /** The fields written; absent: the record is removed. */
  readonly after?: DataRecord;
  readonly rollUps: readonly RollUp[];
};

type HolderMarks = {
  readonly around: <T>(writing: Writing, write: () => Promise<T>) => Promise<T>;
  /** A record inserted among others: a holder is rolled up again once for all of them. */
  readonly inserted: (rollUp: RollUp, record: DataRecord) => Promise<void>;
  readonly left: (rollUp: RollUp, holder: string) => Promise<void>;
};

/** Up to this many records are rolled up again within a write. */
const fewLinked = 5000;

export function holderMarks(session: StoreSession, { marks, model, newId }: Marking): HolderMarks {
  const isLarge = largeHolders(session);
  const share = (rollUp: RollUp, record: string, holder: string) =>
    shareOf({ session, model, holder: rollUp.holder }, rollUp, { record, holder });
  const anew = (rollUp: RollUp, holder: string) => marks.add(rollUp.holder, holder, [rollUp.field]);
  const later = (rollUp: RollUp, holder: string) => noteRollUps(session, newId, rollUp, holder);
  return {
    around: async ({ entity, id, after, rollUps }, write) => {
      if (rollUps.length === 0) return write();
      const before = await session.get(entity, id);
      const large: { rollUp: RollUp; holder: string; was: number }[] = [];
      for (const { rollUp, holder } of touched(rollUps, before, after))
        if (!(await isLarge(rollUp, holder))) anew(rollUp, holder);
        else if (isTotal(rollUp)) large.push({ rollUp, holder, was: await share(rollUp, id, holder) });
        else await later(rollUp, holder);
      const result = await write();
      for (const { rollUp, holder, was } of large) {
        const more = (await share(rollUp, id, holder)) - was;
        if (more !== 0) marks.addMore(rollUp.holder, holder, rollUp.field, more);
      }
      return result;
    },
    inserted: async (rollUp, record) => {
      const holder = record[rollUp.by];
      if (typeof holder !== 'string') return;
      if (!(await isLarge(rollUp, holder))) anew(rollUp, holder);
      else if (isTotal(rollUp)) {
        const more = await share(rollUp, String(record.Id), holder);
        marks.addMore(rollUp.holder, holder, rollUp.field, more);
      } else await later(rollUp, holder);
    },
    left: async (rollUp, holder) => {
      if (isTotal(rollUp) || !(await isLarge(rollUp, holder))) anew(rollUp, holder);
      else await later(rollUp, holder);
    },
  };
}

/** The holders before and after the write. */
function touched(rollUps: readonly RollUp[], before: DataRecord | undefined, after: DataRecord | undefined) {
  return rollUps.flatMap((rollUp) => {
    const isMoved = after !== undefined && Object.hasOwn(after, rollUp.by);
    const holders = new Set([before?.[rollUp.by], isMoved ? after[rollUp.by] : undefined]);
    return [...holders].flatMap((holder) => (typeof holder === 'string' ? [{ rollUp, holder }] : []));
  });
}

/** Whether more records refer to the holder than are rolled up again within a write; asked once each. */
function largeHolders(session: StoreSession): (rollUp: RollUp, holder: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return ({ of, by }, holder) => {
    const key = `${of} ${by} ${holder}`;
    const page = { number: fewLinked + 1, size: 1 };
    const asked =
      known.get(key) ??
      session
        .find({ entity: of, filter: equals(by, holder), page, only: ['Id'] })
        .then(({ items }) => items.length > 0);
    known.set(key, asked);
    return asked;
  };
}
