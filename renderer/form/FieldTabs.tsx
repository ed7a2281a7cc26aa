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

/** Shows one field per tab. A tab with an error is marked and selected. */
export function FieldTabs({ section, fields }: Props) {
  const { form, say } = useFormTools();
  const [selected, select] = useState(fields[0]?.name ?? '');
  const wrong = useSyncExternalStore(form.subscribeStatus, () => wrongFields());
  const names = wrong.split(' ').filter((name) => name !== '');
  const hasOwnError = names.includes(selected);
  const [first] = names;
  // Switch tabs only for a new error, not when the person chooses a tab.
  const [known, setKnown] = useState('');
  if (wrong !== known) {
    setKnown(wrong);
    if (first !== undefined && !hasOwnError) select(first);
  }
  return (
    <Tabs
      keep
      label={section.title ? say(section.title) : ''}
      selected={fields.some(({ name }) => name === selected) ? selected : (fields[0]?.name ?? '')}
      onSelect={select}
      items={fields.map(({ name, content }) => ({
        id: name,
        label: say(form.view(pointerOf(name)).field.label),
        badge: names.includes(name) ? (
          <span className={styles.tabError}>
            <Icon icon={CircleAlert} size="small" />
          </span>
        ) : undefined,
        content,
      }))}
    />
  );

  function wrongFields(): string {
    const hasError = (name: string) =>
      form.view(pointerOf(name)).issues.some(({ level }) => level === 'error');
    return fields
      .map(({ name }) => name)
      .filter(hasError)
      .join(' ');
  }
}
