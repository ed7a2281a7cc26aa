import { type ReactNode, useState } from 'react';
import { ComboBox, Select, useMessage, useOptionPages } from '#renderer';
import styles from './rates.module.css';

type Props = {
  /** The call that lists sets of amounts. */
  readonly list: string;
  /** Id of the set already shown. */
  readonly own?: unknown;
  readonly children: (id: string) => ReactNode;
};

/** Chooses another set of amounts and shows its content. */
export function OtherSet({ list, own, children }: Props) {
  const say = useMessage();
  const [chosen, choose] = useState<string>();
  const found = useOptionPages({
    path: list,
    label: 'Name',
    chosen: chosen === undefined ? [] : [chosen],
  });
  const options = [...found.records, ...found.others]
    .filter(({ Id }) => Id !== own)
    .map(({ Id, Name }) => ({ id: String(Id), label: String(Name) }));
  const name = options.find(({ id }) => id === chosen)?.label;
  const control = {
    id: 'rates-other',
    labelledBy: 'rates-other-label',
    value: chosen,
    options,
    loading: found.isLoading,
    onChange: choose,
  };
  return (
    <>
      <div className={styles.filters}>
        <div>
          <span className={styles.label} id="rates-other-label">
            {say('ui.changes.with')}
          </span>
          {found.isLong ? (
            <ComboBox
              {...control}
              more={found.more}
              onSearch={(text) => found.search(text === name ? '' : text)}
            />
          ) : (
            <Select {...control} />
          )}
        </div>
      </div>
      {chosen && children(chosen)}
    </>
  );
}
