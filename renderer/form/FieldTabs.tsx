import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { SectionModel } from '#engine';
import { useAddressTab } from '../data/useAddressTab.ts';
import { Icon } from '../parts/Icon.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { useFormFrame } from './FormFrame.ts';
import { useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { pointerOf } from './pointer.ts';

type Props = {
  readonly section: SectionModel;
  readonly fields: readonly { readonly name: string; readonly content: ReactNode }[];
};

/** Shows one field per tab. */
export function FieldTabs({ section, fields }: Props) {
  const { form, say } = useFormTools();
  return (
    <MarkedTabs
      place={section.id}
      label={section.title ? say(section.title) : ''}
      tabs={fields.map(({ name, content }) => ({
        id: name,
        label: say(form.view(pointerOf(name)).field.label),
        fields: [name],
        content,
      }))}
    />
  );
}

type MarkedTab = {
  readonly id: string;
  readonly label: string;
  /** The fields whose errors mark it. */
  readonly fields: readonly string[];
  readonly content: ReactNode;
};

type MarkedTabsProps = {
  /** Tells several of one form apart. */
  readonly place: string;
  readonly label: string;
  readonly tabs: readonly MarkedTab[];
};

/** Tabs of which one with an error is marked and selected. */
export function MarkedTabs({ place, label, tabs }: MarkedTabsProps) {
  const { form } = useFormTools();
  // Rows of a list have forms of their own, which the address does not name.
  const isOfPage = useFormFrame() === undefined;
  const [selected, select] = useAddressTab(
    isOfPage ? `${form.entity.id}.${place}` : undefined,
    tabs.map(({ id }) => id),
  );
  const wrong = useSyncExternalStore(form.subscribeStatus, () => wrongTabs());
  const ids = wrong.split('\n').filter((id) => id !== '');
  const hasOwnError = ids.includes(selected);
  const [first] = ids;
  // Switch tabs only for a new error, not when the person chooses a tab.
  const [known, setKnown] = useState('');
  if (wrong !== known) {
    setKnown(wrong);
    if (first !== undefined && !hasOwnError) select(first);
  }
  return (
    <Tabs
      keep
      label={label}
      selected={selected}
      onSelect={select}
      items={tabs.map(({ id, label: title, content }) => ({
        id,
        label: title,
        badge: ids.includes(id) ? (
          <span className={styles.tabError}>
            <Icon icon={CircleAlert} size="small" />
          </span>
        ) : undefined,
        content,
      }))}
    />
  );

  function wrongTabs(): string {
    const hasError = (name: string) =>
      form.view(pointerOf(name)).issues.some(({ level }) => level === 'error');
    return tabs
      .filter(({ fields }) => fields.some(hasError))
      .map(({ id }) => id)
      .join('\n');
  }
}
