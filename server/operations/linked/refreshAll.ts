/** Computes every linked value of a database that was filled beneath the application. */
import type { Model } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { linksOf } from './linksOf.ts';
import { markingSession } from './markingSession.ts';
import { createMarks } from './marks.ts';
import { refreshRecords } from './refreshRecords.ts';

/** For few records, such as those of a seed; values computed from linked ones are part of the seed. */
export async function refreshAll(session: StoreSession, model: Model, newId: () => string): Promise<void> {
  const links = linksOf(model);
  if (!links) return;
  const marks = createMarks();
  const marking = markingSession(session, { marks, links, model, newId });
  for (const [entity, { rollUps, lookThroughs }] of links.own) {
    const fields = [...rollUps, ...lookThroughs].map(({ field }) => field);
    const { items } = await session.find({ entity, only: ['Id'] });
    for (const { Id } of items) marks.add(entity, String(Id), fields);
  }
  for (let entity = marks.next(); entity !== undefined; entity = marks.next())
    await refreshRecords({ model }, marking, { entity, marks: marks.take(entity) });
}
