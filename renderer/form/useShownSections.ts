import { useMemo } from 'react';
import type { FormBlock, SectionModel } from '#engine';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

/** The sections without the fields that this screen currently hides. */
export function useShownSections(
  { sections }: Pick<FormBlock, 'sections'>,
  scope: ScreenScope,
): readonly SectionModel[] {
  const isConditional = sections.some(({ items }) => items.some(({ visible }) => visible));
  const shown = isConditional ? shownItems(sections, scope).join(' ') : undefined;
  return useMemo(() => {
    if (shown === undefined) return sections;
    const names = new Set(shown.split(' '));
    return sections.map((section) => ({
      ...section,
      items: section.items.filter(({ field }) => names.has(field)),
    }));
  }, [sections, shown]);
}

function shownItems(sections: readonly SectionModel[], scope: ScreenScope): readonly string[] {
  const values = expressionScope(scope);
  return sections.flatMap(({ items }) =>
    items.filter(({ visible }) => evaluateOn(visible, values, !visible) === true).map(({ field }) => field),
  );
}
