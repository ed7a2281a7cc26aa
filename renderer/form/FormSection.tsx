import { createContext, type ReactNode } from 'react';
import type { SectionModel } from '#engine';
import { RichText } from '../parts/RichText.tsx';
import { useFormTools } from './FormTools.ts';
import styles from './form.module.css';

/** Title of the section that contains a field. */
export const SectionTitle = createContext('');

/** Title of the card, shown directly above a section without a title. */
export const CardTitle = createContext('');

/** A titled group of fields in up to three columns, fewer on narrow screens. */
export function FormSection({ section, children }: { section: SectionModel; children: ReactNode }) {
  const { say, idPrefix, sectionLevel } = useFormTools();
  const Heading = `h${sectionLevel}` as const;
  const titleId = `${idPrefix}-section-${section.id}`;
  return (
    <section
      className={styles.section}
      data-layout={section.layout}
      data-section={section.id}
      aria-labelledby={section.title ? titleId : undefined}
    >
      {section.title && (
        <Heading id={titleId} className={styles.sectionTitle}>
          {say(section.title)}
        </Heading>
      )}
      {section.help && (
        <div className={styles.sectionHelp}>
          <RichText text={say(section.help)} />
        </div>
      )}
      <div
        className={styles.fields}
        data-columns={section.layout === 'tabs' ? 1 : section.columns}
        data-widths={section.items.some(({ twelfths }) => twelfths) || undefined}
      >
        <SectionTitle value={section.title ? say(section.title) : ''}>
          {section.title ? <CardTitle value="">{children}</CardTitle> : children}
        </SectionTitle>
      </div>
    </section>
  );
}
