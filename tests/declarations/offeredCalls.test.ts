/** Screens never offer what the API refuses. */
import { expect, it } from 'vitest';
import {
  type Access,
  type ActionModel,
  accessOfRoute,
  type FormBlock,
  mayAccess,
  routeOfCall,
  type ScreenModel,
} from '#engine';
import { realModel } from './realModel.ts';

it("no screen offers a call that is refused to the person's role", () => {
  const model = realModel();
  const offers = [...model.screens.values()].flatMap(callsOf);
  const wrong = offers.flatMap(({ name, method, route, access }) => {
    const found = routeOfCall(model, { method, route });
    if (!found) return [];
    const asked = accessOfRoute(model, found);
    return [...model.roles.values()]
      .filter((role) => mayAccess(access, { Features: [...role.features] }))
      .filter((role) => !mayAccess(asked, { Features: [...role.features] }))
      .map((role) => `${name}: ${role.id}`);
  });
  expect(offers.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

type Offer = {
  readonly name: string;
  readonly method: string;
  readonly route: string;
  readonly access: Access;
};

function callsOf({ id, actions, blocks }: ScreenModel): readonly Offer[] {
  const ofForm = ({ id: form, save }: FormBlock): Offer => ({ ...save, name: `${id}#${form}` });
  const ofActions = (all: readonly ActionModel[], place: string) =>
    all.flatMap(({ id: action, method, route, access }) =>
      method && route ? [{ name: `${place}/${action}`, method, route, access }] : [],
    );
  return [
    ...ofActions(actions, id),
    ...blocks.flatMap((block) => {
      const place = `${id}#${block.id}`;
      if (block.kind === 'form') return [ofForm(block), ...ofActions(block.actions, place)];
      if (block.kind === 'list-detail') return [ofForm(block.edit), ...ofActions(block.actions, place)];
      if (block.kind !== 'grid') return [];
      const { actions: own, rowActions, edit } = block;
      return [...ofActions([...own, ...rowActions], place), ...(edit ? [ofForm(edit.form)] : [])];
    }),
  ];
}
