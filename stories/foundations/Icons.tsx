import { useState } from 'react';
import { findIcon, iconNames } from '#renderer';
import styles from './foundations.module.css';
import { Page, Section } from './Page.tsx';

/** All icons that declarations may name. */
export function Icons() {
  const [search, setSearch] = useState('');
  const shown = iconNames.filter((name) => name.includes(search.toLowerCase()));
  return (
    <Page
      title="Icons"
      lead={`The ${iconNames.length} icons a declaration may name, as "icon": "copy". One line weight, never filled; an icon alone always has a name that is read aloud.`}
    >
      <input
        className={styles.search}
        type="search"
        aria-label="Search the icons"
        placeholder="Search…"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={styles.icons}>
        {shown.map((name) => {
          const Drawing = findIcon(name);
          return (
            <li key={name}>
              <Drawing className={styles.icon} aria-hidden="true" />
              <code>{name}</code>
            </li>
          );
        })}
      </ul>
      <Section title="Sizes" note="Small in rows and tags, normal in buttons, large in empty states.">
        <div className={styles.sizes}>
          {(['small', 'normal', 'large'] as const).map((size) => {
            const Drawing = findIcon('package');
            const side = `var(--icon-size-${size})`;
            return (
              <span key={size}>
                <Drawing
                  style={{ width: side, height: side, strokeWidth: 'var(--icon-stroke)' }}
                  aria-hidden="true"
                />
                <code>--icon-size-{size}</code>
              </span>
            );
          })}
        </div>
      </Section>
    </Page>
  );
}
