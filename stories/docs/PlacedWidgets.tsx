import { Unstyled } from '@storybook/addon-docs/blocks';
import { InUse, listOf, Options } from './Declaration.tsx';
import styles from './docs.module.css';
import { optionRows, type Place, widgetsOfPlace } from './widgetOptions.ts';

type Props = { readonly title: string; readonly lead: string; readonly place: Place };

/** Widgets other than field widgets: purpose, options, and the screens that use them. */
export function PlacedWidgets({ title, lead, place }: Props) {
  return (
    <Unstyled>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </header>
        {widgetsOfPlace(place).map(([name, { description, kinds }]) => (
          <section key={name} className={styles.section}>
            <h2>
              <code>{name}</code>
            </h2>
            <p className={styles.kinds}>
              {description}
              {kinds && ` Shows fields of kind ${listOf(kinds)}.`}
            </p>
            <Told rows={optionRows(name, place)} />
            <InUse widget={name} />
          </section>
        ))}
      </article>
    </Unstyled>
  );
}

function Told({ rows }: { rows: ReturnType<typeof optionRows> }) {
  return rows.length > 0 ? <Options rows={rows} /> : <p className={styles.none}>It has no options.</p>;
}
