import { describe, expect, it } from 'vitest';
import type { Access, Model, ScreenModel, UserContext } from '#engine';
import { menuAddress, visibleMenu } from './visibleMenu.ts';

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

  it('has entries for a record of the person only for people who have one', () => {
    const menu = { group: 'all', order: 1, icon: 'file', to: '/dealer/{user.Employee.DealerId}' };
    const dealer = { ...screen('dealer', { kind: 'login' }), route: '/dealer/:id', menu };
    const own = { menu: [{ id: 'all', title: 'menu.all', screens: [dealer] }] } as unknown as Model;
    const at = (Employee: object | null) => ({ Features: [], Employee }) as unknown as UserContext;
    const address = (who: UserContext) => menuAddress(dealer as unknown as ScreenModel, who);
    expect(address(at({ DealerId: 'd1' }))).toBe('/dealer/d1');
    expect(visibleMenu(own, at({ DealerId: 'd1' }))).toHaveLength(1);
    for (const none of [{ DealerId: null }, {}, null]) {
      expect(address(at(none))).toBeUndefined();
      expect(visibleMenu(own, at(none))).toEqual([]);
    }
  });
});
