import { expect, it } from 'vitest';
import { recordPath } from '../../renderer/data/queries.ts';
import { realModel } from './realModel.ts';

it('every record a screen is about is read by its id alone', () => {
  const model = realModel();
  const id = '00000000-0000-4000-8000-000000000000';
  const asked = [...model.screens.values()].flatMap((screen) =>
    screen.data.map(({ entity }) => `${screen.id} ${entity}: ${recordPath(model, entity, id)}`),
  );
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((one) => one.includes('undefined') || one.includes('//') || one.includes('{'))).toEqual(
    [],
  );
});

it('no two screens of the menu have the same place', () => {
  const places = realModel().menu.flatMap(({ screens }) => screens.map(({ menu }) => menu?.order));
  expect(places).toEqual([...new Set(places)]);
});
