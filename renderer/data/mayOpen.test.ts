import { describe, expect, it } from 'vitest';
import type { Model, ScreenModel } from '#engine';
import { mayOpen } from './mayOpen.ts';

const screen = (id: string, route: string, anyOf: readonly string[]) =>
  [id, { id, route, access: { kind: 'feature', anyOf } } as unknown as ScreenModel] as const;

const model = {
  screens: new Map([
    screen('product', '/products/:productId', ['Product.View']),
    screen('option', '/products/:productId/options/:optionId?', ['Option.View', 'Option.Edit']),
    screen('new', '/products/new', ['Product.Create']),
  ]),
} as unknown as Model;

describe('mayOpen', () => {
  it('checks the features that the target screen requires', () => {
    expect(mayOpen(model, '/products/1/options/2', ['Product.View'])).toBe(false);
    expect(mayOpen(model, '/products/1/options/2', ['Option.Edit'])).toBe(true);
    expect(mayOpen(model, '/products/1/options', ['Option.View'])).toBe(true);
  });

  it('takes the most specific screen, and ignores the section', () => {
    expect(mayOpen(model, '/products/new', ['Product.View'])).toBe(false);
    expect(mayOpen(model, '/products/1#new-used', ['Product.View'])).toBe(true);
    expect(mayOpen(model, '/products/1#new-used', [])).toBe(false);
    expect(mayOpen(model, '/products/{Id}?from=list#new-used', [])).toBe(false);
  });

  it('allows an address without a screen: its page says so', () => {
    expect(mayOpen(model, '/nowhere', [])).toBe(true);
  });
});
