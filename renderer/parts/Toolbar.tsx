import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import styles from './Toolbar.module.css';

/** A group of buttons: one tab stop, arrow keys inside. */
export function Toolbar(props: { label: string; children: ReactNode }) {
  return (
    <AriaToolbar className={styles.toolbar} aria-label={props.label}>
      {props.children}
    </AriaToolbar>
  );
}
