/** Conditions of tabs: each holds for all sections that share the tab. */
import type { Compiled } from '../expression/types.ts';
import type { SectionModel } from '../types/screenTypes.ts';

type Tabbed = Partial<Pick<SectionModel, 'tab' | 'tabVisible'>>;

/** The conditions of the tab of each section; sections whose tabs have the same title share one. */
export function tabConditions(
  sections: readonly Tabbed[],
  titleOf: (key: string) => string,
): (section: Tabbed) => readonly Compiled[] {
  const byTitle = new Map<string, Compiled[]>();
  for (const { tab, tabVisible } of sections) {
    if (!tab || !tabVisible) continue;
    const title = titleOf(tab);
    byTitle.set(title, [...(byTitle.get(title) ?? []), tabVisible]);
  }
  return ({ tab }) => (tab && byTitle.size > 0 ? (byTitle.get(titleOf(tab)) ?? none) : none);
}

const none: readonly Compiled[] = [];
