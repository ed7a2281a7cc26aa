import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DataRecord } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Select } from '../../parts/Select.tsx';
import styles from './rates.module.css';

type Props = {
  /** The call that lists sets of amounts. */
  readonly list: string;
  /** The one that is looked at already. */
  readonly own?: unknown;
  readonly children: (id: string) => ReactNode;
};

/** Chooses one of several sets of amounts, and shows what becomes of it. */
export function OtherSet({ list, own, children }: Props) {
  const [api, say] = [useApi(), useMessage()];
  const [chosen, choose] = useState<string>();
  const { data } = useQuery({
    queryKey: ['list', 'rate-sets', list],
    queryFn: ({ signal }) =>
      api.get<{ readonly Items: readonly DataRecord[] }>(`${list}?pageSize=0`, { signal }),
  });
  const options = (data?.Items ?? [])
    .filter(({ Id }) => Id !== own)
    .map(({ Id, Name }) => ({ id: String(Id), label: String(Name) }));
  return (
    <>
      <div className={styles.filters}>
        <div>
          <span className={styles.label} id="rates-other-label">
            {say('ui.changes.with')}
          </span>
          <Select
            id="rates-other"
            labelledBy="rates-other-label"
            value={chosen}
            options={options}
            onChange={choose}
          />
        </div>
      </div>
      {chosen && children(chosen)}
    </>
  );
}
