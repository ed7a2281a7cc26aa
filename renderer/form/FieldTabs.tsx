import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { SectionModel } from '#engine';
import { Icon } from '../parts/Icon.tsx';
import { Tabs } from '../parts/Tabs.tsx';
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

/** Tabs of which one with an error is marked and selected. */
export function MarkedTabs({ label, tabs }: { label: string; tabs: readonly MarkedTab[] }) {
  const { form } = useFormTools();
  const [selected, select] = useState(tabs[0]?.id ?? '');
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
      selected={tabs.some(({ id }) => id === selected) ? selected : (tabs[0]?.id ?? '')}
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
