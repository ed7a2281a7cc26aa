import { Fragment, type ReactNode } from 'react';
import type { SectionModel } from '#engine';
import { MarkedTabs } from './FieldTabs.tsx';
import { useFormTools } from './FormTools.ts';

type DrawnSection = { readonly section: SectionModel; readonly content: ReactNode };

/** The sections of a form: those without a tab, then the others in tabs. */
export function SectionTabs({ sections }: { sections: readonly DrawnSection[] }) {
  const { say } = useFormTools();
  const tabs = tabsOf(sections, (key) => say(key));
  return (
    <>
      {sections
        .filter(({ section }) => !section.tab)
        .map(({ section, content }) => (
          <Fragment key={section.id}>{content}</Fragment>
        ))}
      {tabs.length > 0 && (
        <MarkedTabs
          place="sections"
          label={say('ui.form.tabs')}
          tabs={tabs.map(([title, members]) => ({
            id: members[0]?.section.id ?? title,
            label: title,
            fields: members.flatMap(({ section }) => section.items.map(({ field }) => field)),
            content: members.map(({ section, content }) => <Fragment key={section.id}>{content}</Fragment>),
          }))}
        />
      )}
    </>
  );
}

/** Sections by the title of their tab, in order of the first of each. */
function tabsOf<One extends { readonly section: SectionModel }>(
  sections: readonly One[],
  say: (key: string) => string,
): readonly (readonly [string, readonly One[]])[] {
  const tabs = new Map<string, One[]>();
  for (const one of sections) {
    if (!one.section.tab) continue;
    const title = say(one.section.tab);
    tabs.set(title, [...(tabs.get(title) ?? []), one]);
  }
  return [...tabs];
}
