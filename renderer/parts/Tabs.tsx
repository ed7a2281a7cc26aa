import type { ComponentProps, ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { usePrinting } from '../data/printing.ts';
import { useAddressTab } from '../data/useAddressTab.ts';
import styles from './Tabs.module.css';

type TabItem = {
  readonly id: string;
  readonly label: string;
  /** Beside the label: a count or a mark. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
};

/** Shows one of several views; arrow keys move between tabs. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  selected?: string;
  onSelect?: (id: string) => void;
  /** Keeps hidden views mounted, with their input and scroll position. */
  keep?: boolean;
}) {
  const isPrinting = usePrinting();
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
        <TabPanel
          key={item.id}
          id={item.id}
          className={styles.panel}
          shouldForceMount={props.keep || isPrinting}
        >
          {isPrinting && <p className={styles.printed}>{item.label}</p>}
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

type AddressTabsProps = Omit<ComponentProps<typeof Tabs>, 'selected' | 'onSelect'> & {
  /** Name of the tabs in the address of their page. */
  readonly place: string;
};

/** Tabs of a page: the address names the selected one, so that a reload and Back keep it. */
export function AddressTabs({ place, ...tabs }: AddressTabsProps) {
  const [selected, select] = useAddressTab(
    place,
    tabs.items.map(({ id }) => id),
  );
  return <Tabs {...tabs} selected={selected} onSelect={select} />;
}
