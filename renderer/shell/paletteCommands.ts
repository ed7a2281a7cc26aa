import type { LucideIcon } from 'lucide-react';
import { Languages, LogOut, Moon, Printer, Sun } from 'lucide-react';
import type { ActionModel, Model, UserContext } from '#engine';
import { allows } from '../data/allows.ts';
import type { Say } from '../data/messages.tsx';
import { isInMenu, menuAddress, menuTitle } from '../data/visibleMenu.ts';
import { findIcon } from '../parts/icons.ts';

/** One line of the palette. */
export type Command = {
  readonly id: string;
  readonly section: 'recent' | 'sections' | 'screens' | 'actions' | 'records';
  readonly label: string;
  readonly note?: string;
  readonly icon: LucideIcon;
  /** Its address, or its function. */
  readonly to?: string;
  readonly run?: () => void;
};

type Ports = { readonly model: Model; readonly user: UserContext; readonly say: Say };

/** Screens that this person may open without choosing a record first. */
export function screenCommands({ model, user, say }: Ports): readonly Command[] {
  return [...model.screens.values()].flatMap((screen) => {
    const to = isInMenu(screen, user) ? menuAddress(screen, user) : undefined;
    if (to === undefined || !isOpenTo(to)) return [];
    return {
      id: `screen-${screen.id}`,
      section: 'screens' as const,
      label: menuTitle(screen, user, say),
      icon: findIcon(screen.menu?.icon ?? ''),
      to,
    };
  });
}

/** Declared actions that create something, available everywhere. */
export function actionCommands({ model, user, say }: Ports): readonly Command[] {
  const actions = [...model.screens.values()]
    .filter((screen) => allows(screen.access, user.Features))
    .flatMap((screen) => [
      ...screen.actions,
      ...screen.blocks.flatMap((block) => (block.kind === 'grid' ? block.actions : [])),
    ])
    .filter((action) => isAnywhere(action) && allows(action.access, user.Features));
  return unique(actions).map((action) => ({
    id: `action-${action.to}`,
    section: 'actions',
    label: say(action.label),
    icon: findIcon(action.icon ?? ''),
    to: action.to,
  }));
}

/** Commands of the shell. */
export function shellCommands(
  say: Say,
  does: { theme: () => void; isDark: boolean; language: () => void; print: () => void; signOut: () => void },
): readonly Command[] {
  return [
    {
      id: 'theme',
      section: 'actions',
      label: say(does.isDark ? 'ui.palette.light' : 'ui.palette.dark'),
      icon: does.isDark ? Sun : Moon,
      run: does.theme,
    },
    {
      id: 'language',
      section: 'actions',
      label: say('ui.palette.language'),
      icon: Languages,
      run: does.language,
    },
    { id: 'print', section: 'actions', label: say('ui.palette.print'), icon: Printer, run: does.print },
    { id: 'sign-out', section: 'actions', label: say('ui.sign-out'), icon: LogOut, run: does.signOut },
  ];
}

/** How often the person has chosen each command. */
export type Uses = Readonly<Record<string, number>>;

/** Most commands whose use is kept; the least used are forgotten. */
const mostUses = 60;

/** The uses after a command was chosen once more. */
export function usedOnceMore(uses: Uses, id: string): Uses {
  const others = Object.entries(uses).filter(([other]) => other !== id);
  const kept = others.sort(([, one], [, other]) => other - one).slice(0, mostUses - 1);
  return Object.fromEntries([...kept, [id, (uses[id] ?? 0) + 1]]);
}

/**
 * Commands whose labels contain every word, ignoring accents and case. Exact matches come first, then labels
 * that start with the first word; of equals those used most.
 */
export function matching(commands: readonly Command[], text: string, uses: Uses = {}): readonly Command[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const fits = commands.filter(({ label }) => words.every((word) => fold(label).includes(word)));
  const place = ({ label }: Command) => {
    if (fold(label) === words.join(' ')) return 0;
    return fold(label).startsWith(words[0] ?? '') ? 1 : 2;
  };
  return [...fits].sort((a, b) => place(a) - place(b) || (uses[b.id] ?? 0) - (uses[a.id] ?? 0));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isOpenTo(path: string): boolean {
  return !/[:{]/.test(path);
}

function isAnywhere(action: ActionModel): boolean {
  return action.kind === 'link' && !action.visible && !action.enabled && isOpenTo(action.to ?? ':');
}

function unique(actions: readonly ActionModel[]): readonly ActionModel[] {
  return [...new Map(actions.map((action) => [action.to, action])).values()];
}
