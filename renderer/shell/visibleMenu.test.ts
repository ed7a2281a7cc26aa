import { describe, expect, it } from 'vitest';
import type { Access, Model, UserContext } from '#engine';
import { visibleMenu } from './visibleMenu.ts';

const screen = (id: string, access: Access, own?: Access) => ({
  ...{ id, access, route: `/${id}` },
  menu: { group: 'all', order: 1, icon: 'file', ...(own && { access: own }) },
});
const feature = (...anyOf: string[]): Access => ({ kind: 'feature', anyOf });
const screens = [
  screen('open', { kind: 'login' }),
  screen('closed', feature('Secret')),
  screen('work', { kind: 'login' }, feature('Work', 'More')),
];
const model = { menu: [{ id: 'all', title: 'menu.all', screens }] } as unknown as Model;
const seenBy = (...Features: string[]) =>
  visibleMenu(model, { Features } as unknown as UserContext).flatMap((group) =>
    group.screens.map(({ id }) => id),
  );

describe('the menu', () => {
  it('contains the screens that a person may open and that have work for them', () => {
    expect(seenBy()).toEqual(['open']);
    expect(seenBy('More')).toEqual(['open', 'work']);
    expect(seenBy('Secret', 'Work')).toEqual(['open', 'closed', 'work']);
  });
});
