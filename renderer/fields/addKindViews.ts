/** Views of the field kinds of extensions. */
import { addKinds, type EngineExtension, type FieldKind } from '#engine';
import type { KindView } from './defineKindView.ts';
import { pasteWritten, readWritten } from './readers.ts';
import { kindViews } from './registry.ts';
import { asWritten } from './writers.ts';

export type AddedView = Omit<KindView, 'kind'> & {
  /** The name of the kind in the engine. */
  readonly kind: string;
};

export const defineFieldView = (view: AddedView): AddedView => view;

/** The view of a kind with a written form, which people type: complete as it is. */
export const writtenView = (kind: string): AddedView => ({
  kind,
  widget: 'written',
  write: asWritten,
  paste: pasteWritten,
  read: readWritten(kind as FieldKind),
  width: 120,
});

type DrawingExtension = { readonly id: string; readonly fields?: readonly AddedView[] };

/** Adds kinds with their views, and returns the extensions. Throws if a kind has no view, or a view no kind. */
export function addKindViews<One extends DrawingExtension>(
  engine: readonly EngineExtension[],
  drawing: readonly One[],
): readonly One[] {
  addKinds(engine);
  const views = kindViews as Record<string, KindView>;
  for (const { id, fields: added = [] } of engine) {
    const drawn = drawing.find((one) => one.id === id)?.fields ?? [];
    for (const { name } of added) {
      const view = drawn.find(({ kind }) => kind === name);
      if (!view) throw new Error(missing(id, name, 'view. Add it to `fields` of its renderer/index.ts.'));
      views[name] = view as KindView;
    }
  }
  for (const { id, fields = [] } of drawing)
    for (const { kind } of fields)
      if (!engine.some((one) => one.id === id && one.fields?.some(({ name }) => name === kind)))
        throw new Error(missing(id, kind, 'definition. Add it to `fields` of its engine/fields.ts.'));
  return drawing;
}

const missing = (id: string, kind: string, what: string): string =>
  `The field kind “${kind}” of the extension “${id}” has no ${what}`;
