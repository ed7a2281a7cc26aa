import { describe, expect, it } from 'vitest';
import type { FieldModel, ItemModel } from '#engine';
import { findWidget } from '../widgets/findWidget.ts';
import { createWidgets } from './createWidgets.ts';
import { blockWidget, defineExtension, fieldWidget, pageWidget } from './defineExtension.ts';

const load = async () => () => null;
const [plain, item] = [{ kind: 'text' } as FieldModel, { widget: 'stars' } as ItemModel];

const core = { blocks: [blockWidget('preview', load)], pages: [pageWidget('account', load)] };
const stars = defineExtension({ id: 'stars', widgets: [fieldWidget('stars', load)] });
const maps = defineExtension({
  id: 'maps',
  blocks: [blockWidget('map', load)],
  pages: [pageWidget('atlas', load, { isPublic: true })],
});

describe('the widgets of a root', () => {
  it('come from the renderer and from its extensions', () => {
    const { blocks, pages } = createWidgets(core, [stars, maps]);
    expect([...blocks.keys()]).toEqual(['preview', 'map']);
    expect([...pages.keys()]).toEqual(['account', 'atlas']);
    expect(pages.get('atlas')?.isPublic).toBe(true);
  });

  it('are those of one root only', () => {
    expect(findWidget(plain, item, createWidgets(core, [stars]).fields).name).toBe('stars');
    expect(findWidget(plain, item, createWidgets(core, []).fields).name).toBe('unknown');
  });

  it('draw only fields that name them', () => {
    const { fields } = createWidgets(core, [stars]);
    expect(findWidget(plain, {} as ItemModel, fields).name).toBe('text');
    expect(findWidget(plain, { widget: 'nothing' } as ItemModel, fields).name).toBe('unknown');
  });

  it('have unique names: a duplicate is an error that names both extensions', () => {
    const other = defineExtension({ id: 'ratings', widgets: [fieldWidget('stars', load)] });
    const message = 'The field widget “stars” comes from both stars and ratings. Rename one of them.';
    expect(() => createWidgets(core, [stars, other])).toThrow(message);
    const sameBlock = defineExtension({ id: 'globe', blocks: [blockWidget('map', load)] });
    expect(() => createWidgets(core, [maps, sameBlock])).toThrow(
      /block widget “map” comes from both maps and globe/,
    );
  });

  it('cannot use one name for both a block and a screen', () => {
    const both = defineExtension({ id: 'atlas', blocks: [blockWidget('atlas', load)] });
    expect(() => createWidgets(core, [maps, both])).toThrow(/block widget “atlas” comes from both/);
  });

  it('cannot take the name of a built-in widget', () => {
    const block = defineExtension({ id: 'mine', blocks: [blockWidget('preview', load)] });
    expect(() => createWidgets(core, [block])).toThrow(
      /block widget “preview” comes from both the renderer and mine/,
    );
    const page = defineExtension({ id: 'mine', pages: [pageWidget('account', load)] });
    expect(() => createWidgets(core, [page])).toThrow(
      /block widget “account” comes from both the renderer and mine/,
    );
    const field = defineExtension({ id: 'mine', widgets: [fieldWidget('date', load)] });
    const { fields } = createWidgets(core, [field]);
    expect(() => findWidget(plain, item, fields)).toThrow(
      /field widget “date” comes from both the renderer and mine/,
    );
  });
});
