import { Unstyled } from '@storybook/addon-docs/blocks';
import type { ReactNode } from 'react';
import styles from '../docs/docs.module.css';

/** A foundations page: title, lead and content. */
export function Page(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <Unstyled>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{props.title}</h1>
          <p className={styles.lead}>{props.lead}</p>
        </header>
        {props.children}
      </article>
    </Unstyled>
  );
}

export function Section(props: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{props.title}</h2>
      {props.note && <p className={styles.note}>{props.note}</p>}
      {props.children}
    </section>
  );
}
