import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { readLocal, writeLocal } from '../data/local.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { usePrinting } from '../data/printing.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { readSection } from './goToSection.ts';
import type { PageParts } from './SectionLink.tsx';

/** A group of the page with the blocks that this person may see. */
export type Group = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly BlockModel[];
  /** It was shown before, and stays mounted. */
  readonly isOpened: boolean;
};

export type Groups = PageParts & {
  readonly list: readonly Group[];
  /** Blocks above all groups. */
  readonly above: readonly BlockModel[];
};

/** The groups of a screen and the one that the address opens; undefined for a screen without groups. */
export function useGroups(
  { id: screen, groups, remember }: ScreenModel,
  blocks: readonly BlockModel[],
  scope: ScreenScope,
): Groups | undefined {
  const say = useMessage();
  const locale = useLocale();
  const isPrinting = usePrinting();
  const place = `group.${scope.user.UserName}.${screen}`;
  const { section } = readSection(useLocation().hash);
  const last = useRef<string>(undefined);
  const opened = useRef(new Set<string>());
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const values = expressionScope(scope);
  const shown = groups
    .map((group) => ({
      ...group,
      name: writeText(group.title, values, say),
      blocks: group.blocks.flatMap((id) => byId.get(id) ?? []),
    }))
    .filter((group) => group.blocks.length > 0 && isGroupVisible(group, scope))
    .sort(
      (a, b) =>
        Number(a.isSorted) - Number(b.isSorted) || (a.isSorted ? a.name.localeCompare(b.name, locale) : 0),
    );
  const [first] = shown;
  // The only visible group keeps its tab if others are hidden.
  const isFixed = shown.length === 1 && groups.some((group) => !isGroupVisible(group, scope));
  const remembered = remember ? readLocal<string>(place) : undefined;
  const start = shown.find(({ id }) => id === remembered) ?? first;
  const holderOf = (wanted: string) =>
    shown.find((group) => group.id === wanted || group.blocks.some(({ id }) => id === wanted))?.id;
  // A section above the groups keeps the current group; without a section the page opens at its first.
  const kept = shown.some(({ id }) => id === last.current) ? last.current : undefined;
  const current = holderOf(section) ?? (section === '' ? undefined : kept) ?? start?.id;
  // In the same commit, so that even a quick return finds it.
  useLayoutEffect(() => {
    if (remember && !isFixed && current !== undefined) writeLocal(place, current);
  }, [remember, isFixed, current, place]);
  if (current === undefined || (shown.length < 2 && !isFixed)) return undefined;
  last.current = current;
  opened.current.add(current);
  const held = new Set(shown.flatMap((group) => group.blocks));
  return {
    current,
    holderOf,
    above: blocks.filter((block) => !held.has(block)),
    list: shown.map(({ id, name, blocks: own }) => ({
      id,
      title: name,
      blocks: own,
      isOpened: isPrinting || opened.current.has(id),
    })),
  };
}

/** Whether the group is visible. */
function isGroupVisible(
  { visible }: Pick<ScreenModel['groups'][number], 'visible'>,
  scope: ScreenScope,
): boolean {
  return evaluateOn(visible, expressionScope(scope), !visible) === true;
}

/** The blocks of the page without those of hidden groups. */
export function withoutHidden(
  { groups }: ScreenModel,
  blocks: readonly BlockModel[],
  scope: ScreenScope,
): readonly BlockModel[] {
  const hidden = groups.filter((group) => !isGroupVisible(group, scope)).flatMap((group) => group.blocks);
  return hidden.length === 0 ? blocks : blocks.filter(({ id }) => !hidden.includes(id));
}
