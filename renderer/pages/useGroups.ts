import { useRef } from 'react';
import { useLocation } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { readSection } from './goToSection.ts';
import type { PageParts } from './SectionLink.tsx';

/** A part of the page with what this person may see of it. */
export type Group = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly BlockModel[];
  /** It has been in sight, and stays as it was left. */
  readonly isOpened: boolean;
};

export type Groups = PageParts & {
  readonly list: readonly Group[];
  /** Blocks that stand above all parts. */
  readonly above: readonly BlockModel[];
};

/** The parts of a screen and the one the address opens; undefined where it is shown in one piece. */
export function useGroups(
  { groups }: ScreenModel,
  blocks: readonly BlockModel[],
  scope: ScreenScope,
): Groups | undefined {
  const say = useMessage();
  const { section } = readSection(useLocation().hash);
  const last = useRef<string>(undefined);
  const opened = useRef(new Set<string>());
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const shown = groups
    .map((group) => ({ ...group, blocks: group.blocks.flatMap((id) => byId.get(id) ?? []) }))
    .filter((group) => group.blocks.length > 0);
  const [first] = shown;
  if (!first || shown.length < 2) return undefined;
  const holderOf = (wanted: string) =>
    shown.find((group) => group.id === wanted || group.blocks.some(({ id }) => id === wanted))?.id;
  // A section above the parts leaves the one in sight; without any the page opens at its first.
  const kept = shown.some(({ id }) => id === last.current) ? last.current : undefined;
  const current = holderOf(section) ?? (section === '' ? undefined : kept) ?? first.id;
  last.current = current;
  opened.current.add(current);
  const held = new Set(shown.flatMap((group) => group.blocks));
  return {
    current,
    holderOf,
    above: blocks.filter((block) => !held.has(block)),
    list: shown.map(({ id, title, blocks: own }) => ({
      id,
      title: writeText(title, expressionScope(scope), say),
      blocks: own,
      isOpened: opened.current.has(id),
    })),
  };
}
