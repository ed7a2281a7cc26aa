import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import styles from './Tabs.module.css';

type TabItem = {
  readonly id: string;
  readonly label: string;
  /** Beside the label: a count, a mark. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
};

/** A few views of one thing, one at a time; arrow keys move between them. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  selected?: string;
  onSelect?: (id: string) => void;
  /** Views out of sight keep what is in them: what was typed, how far it was scrolled. */
  keep?: boolean;
}) {
  return (
    <AriaTabs
      className={styles.tabs}
      selectedKey={props.selected}
      onSelectionChange={(key) => props.onSelect?.(String(key))}
    >
      <TabList className={styles.list} aria-label={props.label}>
        {props.items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab}>
            {item.label}
            {item.badge}
          </Tab>
        ))}
      </TabList>
      {props.items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel} shouldForceMount={props.keep}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
