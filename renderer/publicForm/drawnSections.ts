import type { FormSection, Locale, SectionModel } from '#engine';

/** The sections of a public form as a form draws them. */
export function drawnSections(sections: readonly FormSection[], locale: Locale): readonly SectionModel[] {
  return sections.map(({ Title, Fields }, at) => {
    const items = Fields.map((field) => ({ field, span: 1, options: {} }));
    const title = Title?.[locale];
    return { id: `answer-${at}`, columns: 1, items, ...(title && { title }) } as unknown as SectionModel;
  });
}
