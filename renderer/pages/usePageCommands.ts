import { createContext, type RefObject, useContext, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ActionModel, BlockModel } from '#engine';
import { isActionEnabled, isActionVisible } from '../actions/ActionButton.tsx';
import { useRunAction } from '../actions/useRunAction.ts';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { useDialogs } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { findIcon } from '../parts/icons.ts';
import type { Command } from '../shell/paletteCommands.ts';
import type { Groups } from './useGroups.ts';

/** Computes the palette commands of the current screen, when the palette opens. */
export type PageCommands = RefObject<(() => readonly Command[]) | undefined>;

const CommandsContext = createContext<PageCommands | undefined>(undefined);

export const PageCommandsProvider = CommandsContext.Provider;

/** The palette commands of the current screen, if it has any. */
export function useCommandsOfPage(): readonly Command[] {
  return useContext(CommandsContext)?.current?.() ?? [];
}

type Page = {
  readonly screenActions: readonly ActionModel[];
  readonly blocks: readonly BlockModel[];
  readonly groups: Groups | undefined;
  readonly scope: ScreenScope;
};

/** Registers the page's available actions and its sections with the palette. */
export function usePageCommands(page: Page): void {
  const offer = useContext(CommandsContext);
  const say = useMessage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { Features } = useUser();
  const run = useRunAsked(page.scope);
  const { groups } = page;
  // Computed when the palette opens, to reflect the current state.
  useEffect(() => {
    if (!offer) return;
    const compute = () => [
      ...actionsOf(page, { say, features: Features, run }),
      ...sectionsOf(page, say, (id) => {
        // A change of group adds a history entry; a section of the current group replaces it.
        const replace = !groups || groups.holderOf(id) === groups.current;
        void navigate({ hash: id, search }, { replace });
      }),
    ];
    offer.current = compute;
    return () => {
      if (offer.current === compute) offer.current = undefined;
    };
  });
}

type Run = (action: ActionModel) => Promise<void>;

/**
 * Palette lines are easily hit by mistake, so actions without a question of their own ask for confirmation.
 */
function useRunAsked(scope: ScreenScope): Run {
  const say = useMessage();
  const dialogs = useDialogs();
  const run = useRunAction(scope);
  return async (one) => {
    const isAsked = one.confirm.length > 0 || one.ask !== undefined || one.upload !== undefined;
    const label = say(one.label);
    const question = say('ui.palette.confirm', { action: label });
    const goesOn =
      isAsked || one.method === 'GET' || (await dialogs.confirm(question, { title: label, yes: label }));
    if (goesOn) await run(one);
  };
}

type Ports = { readonly say: Say; readonly features: readonly string[]; readonly run: Run };

function actionsOf({ screenActions, blocks, scope }: Page, { say, features, run }: Ports): Command[] {
  const canUse = (one: ActionModel) =>
    allows(one.access, features) && isActionVisible(one, scope) && isActionEnabled(one, scope);
  const command = (one: ActionModel, place: string, note?: string): Command => ({
    id: `page-action-${place}-${one.id}`,
    section: 'actions',
    label: say(one.label),
    note,
    icon: findIcon(one.icon ?? ''),
    ...(one.kind === 'link' ? { to: fillPath(one.to ?? '/', scope) } : { run: () => void run(one) }),
  });
  return [
    ...screenActions.filter(canUse).map((one) => command(one, 'screen')),
    ...blocks.flatMap((block) =>
      'actions' in block
        ? block.actions.filter(canUse).map((one) => command(one, block.id, titleOf(block, scope, say)))
        : [],
    ),
  ];
}

function sectionsOf({ blocks, groups, scope }: Page, say: Say, go: (id: string) => void): Command[] {
  const section = (id: string, label: string, note?: string): Command => ({
    ...{ id: `page-section-${id}`, section: 'sections', label, note },
    icon: findIcon('list'),
    run: () => go(id),
  });
  const sections = (some: readonly BlockModel[], note?: string) =>
    some.flatMap((block) => {
      const label = block.kind === 'summary' ? undefined : titleOf(block, scope, say);
      return label ? [section(block.id, label, note)] : [];
    });
  if (!groups) return sections(blocks);
  return [
    ...groups.list.map((group) => section(group.id, group.title)),
    ...sections(groups.above),
    ...groups.list.flatMap((group) => sections(group.blocks, group.title)),
  ];
}

function titleOf({ title }: Pick<BlockModel, 'title'>, scope: ScreenScope, say: Say): string | undefined {
  return (title && writeText(title, expressionScope(scope), say)) || undefined;
}
