/** What a board reads of its records, through the list call that the screen makes. */
import { expect, it } from 'vitest';
import { type GridBlock, gridFields, type LayoutModel } from '#engine';
import { model, startApp } from './support/startApp.ts';

const boards = [...model.screens.values()].flatMap(({ blocks }) =>
  blocks.filter((block): block is GridBlock => block.kind === 'grid' && block.layouts !== undefined),
);

it('a board is declared, and its list answers every field that its cards and moves read', async () => {
  const admin = await (await startApp({ store: 'memory' })).as('admin');
  expect(boards.length).toBeGreaterThan(0);
  for (const block of boards) {
    const entity = model.entities.get(block.entity);
    const fields = entity && gridFields(block, entity);
    const { status, body } = await admin(
      'GET',
      `${block.find}?page=1&pageSize=10&$fields=${fields?.join(',')}`,
    );
    expect([status, body.Message, fields]).toEqual([200, undefined, fields]);
    for (const layout of (block.layouts ?? []).filter(({ kind }) => kind !== 'gallery'))
      expect(body.Items).toEqual(
        expect.arrayContaining([expect.objectContaining({ [placeOf(layout)]: expect.anything() })]),
      );
  }
});

/** The field that says where a record is in a layout. */
const placeOf = (layout: LayoutModel): string => ('start' in layout ? layout.start.path : String(layout.by));
