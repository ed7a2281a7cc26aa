import { type Brought, byName } from '../data/byName.ts';
import type { WidgetEntry } from '../widgets/types.ts';
import type { BlockWidget, Extension, PageWidget } from './defineExtension.ts';

/** The widgets of one root. */
export type Widgets = {
  /** Field widgets of extensions only; the renderer's own load with the form code. */
  readonly fields: readonly Brought<WidgetEntry>[];
  readonly blocks: ReadonlyMap<string, BlockWidget>;
  readonly pages: ReadonlyMap<string, PageWidget>;
  /** Whether records and lists can be printed as PDF. */
  readonly prints: boolean;
};

type Core = Pick<Extension, 'blocks' | 'pages'>;

/** Combines the renderer's widgets with those of extensions. Throws on a duplicate name of one kind. */
export function createWidgets(core: Core, extensions: readonly Extension[]): Widgets {
  const all: readonly Extension[] = [{ id: 'the renderer', ...core }, ...extensions];
  const brought = <One>(of: (extension: Extension) => readonly One[] | undefined) =>
    all.flatMap((extension) => (of(extension) ?? []).map((one) => ({ by: extension.id, one })));
  const fields = brought(({ widgets }) => widgets);
  byName('field widget', fields);
  const blocks = brought(({ blocks: own }) => own);
  const pages = brought(({ pages: own }) => own);
  // A page is declared as the block of its screen, so pages and blocks share one namespace.
  byName<{ readonly name: string }>('block widget', [...blocks, ...pages]);
  const prints = extensions.some((extension) => extension.prints);
  return { fields, blocks: byName('block widget', blocks), pages: byName('page widget', pages), prints };
}
