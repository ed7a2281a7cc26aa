/** Puts a widget on a screen, for all records or for those that belong to the record of the page. */
import type { ScreenDeclaration, WidgetDeclaration } from '../declaration/types.generated.ts';
import { blockOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { pageRecord } from './pageRecord.ts';
import type { BlockChange } from './types.ts';

type Block = ScreenDeclaration['blocks'][number];
type Canvas = NonNullable<WidgetDeclaration['canvas']>;

export function applyBlock(change: BlockChange, draft: DeclarationDraft): void {
  const { screen: id, block } = blockOfName(change);
  const screen = draft.named('screen', id)?.json;
  const canvas = offered(change.widget, draft);
  const problem = (code: string, at: string, params = {}) => draft.report(change, code, { at, params });
  if (!screen) problem('no-screen', '/name', { screen: id });
  else if (screen.blocks.some((one) => one.id === block)) problem('related-exists', '/name', { block });
  else if (!canvas) problem('block-not-offered', '/widget', { widget: change.widget });
  else {
    const narrowing = narrowingOf(change, canvas, screen, draft);
    if (narrowing) place(change, screen, blockOf(change, narrowing, draft), draft);
  }
}

/** The entity whose records a widget shows: every widget names it in the same option. */
export function blockEntityId({ settings }: Pick<BlockChange, 'settings'>): string | undefined {
  // A draft may hold anything here.
  const entity: unknown = settings?.entity;
  return typeof entity === 'string' ? entity : undefined;
}

function offered(widget: string, draft: DeclarationDraft): Canvas | undefined {
  for (const [file, json] of draft.files)
    if (file.endsWith(`/widgets/blocks/${widget}.json`) || file === `widgets/blocks/${widget}.json`)
      return (json as WidgetDeclaration).canvas;
  return undefined;
}

/** The option that limits it to the record of the page; undefined, with a finding, where that cannot be. */
function narrowingOf(
  change: BlockChange,
  { narrow }: Canvas,
  screen: ScreenDeclaration,
  draft: DeclarationDraft,
): Readonly<Record<string, unknown>> | undefined {
  const { by, settings } = change;
  if (by === undefined) return {};
  const page = pageRecord(screen);
  const shown = draft.seen('entity', blockEntityId(change));
  const problem = (code: string, params: Record<string, string>) => {
    draft.report(change, code, { at: '/by', params });
    return undefined;
  };
  if (narrow === undefined) return problem('block-not-narrowed', { widget: change.widget });
  if (!page) return problem('related-no-record', { screen: screen.id });
  if (shown?.properties[by]?.['x-ref'] !== page.entity)
    return problem('related-apart', { field: by, entity: page.entity });
  return { [narrow]: { ...(settings[narrow] as object | undefined), [by]: `{data.${page.record}.Id}` } };
}

function blockOf(
  change: BlockChange,
  narrowing: Readonly<Record<string, unknown>>,
  draft: DeclarationDraft,
): Block {
  const { name, title, widget, settings } = change;
  draft.text(change, name, title, '/title');
  const access = draft.seen('behaviour', blockEntityId(change))?.policy?.view;
  return {
    ...{ kind: 'widget', id: blockOfName(change).block, title: name, widget },
    ...(access && access !== 'login' && { access }),
    options: { ...settings, ...narrowing },
  } as Block;
}

/** After a block, in its group, or first, above the groups; else at the end, in a group of its own. */
function place(change: BlockChange, screen: ScreenDeclaration, block: Block, draft: DeclarationDraft): void {
  const { after } = change;
  const at = after === '' ? 0 : screen.blocks.findIndex(({ id }) => id === after) + 1;
  const isLast = after === undefined || (after !== '' && at === 0);
  if (after && isLast)
    draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after } });
  const blocks = [...screen.blocks];
  blocks.splice(isLast ? blocks.length : at, 0, draft.mark(block, change));
  screen.blocks = blocks as typeof screen.blocks;
  if (screen.groups) group(change, screen, { block, isLast }, draft);
}

function group(
  change: BlockChange,
  screen: ScreenDeclaration,
  { block, isLast }: { readonly block: Block; readonly isLast: boolean },
  draft: DeclarationDraft,
): void {
  const groups = screen.groups ?? [];
  const home = groups.find(({ blocks }) => blocks.some((id) => id === change.after));
  if (home) {
    const ids: string[] = [...home.blocks];
    ids.splice(ids.indexOf(String(change.after)) + 1, 0, block.id);
    home.blocks = ids as typeof home.blocks;
  } else if (isLast) {
    const own = { id: `${block.id}-group`, title: block.title, blocks: [block.id] };
    screen.groups = [...groups, draft.mark(own, change)] as unknown as typeof screen.groups;
  }
}
