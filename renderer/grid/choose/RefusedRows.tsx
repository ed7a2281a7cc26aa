import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { DataRecord, GridBlock } from '#engine';
import { useApi, useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { keys, type Page } from '../../data/queries.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { rowName } from '../useRowTools.tsx';
import styles from './choose.module.css';

type Props = {
  /** The reason by id. */
  readonly refused: ReadonlyMap<string, string>;
  readonly block: GridBlock;
  readonly onLeaveOut: (ids: readonly string[]) => void;
};

/** Names read at once; more are listed by their reason alone. */
const most = 50;

/** The chosen records that the server refused, each with its reason. */
export function RefusedRows({ refused, block, onLeaveOut }: Props) {
  const say = useMessage();
  const ids = [...refused.keys()];
  const names = useNames(block, ids.slice(0, most));
  if (ids.length === 0) return null;
  return (
    <section className={styles.refused} aria-label={say('ui.choose.refused', { count: ids.length })}>
      <ul>
        {[...refused].slice(0, most).map(([id, reason]) => (
          <li key={id} data-refused={id}>
            <Icon icon={CircleAlert} size="small" />
            <span>
              {names.get(id) && <strong>{names.get(id)} </strong>}
              {reason}
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" onPress={() => onLeaveOut(ids)}>
        {say('ui.choose.leave-out', { count: ids.length })}
      </Button>
    </section>
  );
}

function useNames(block: GridBlock, ids: readonly string[]): ReadonlyMap<string, string> {
  const [api, model, locale, say] = [useApi(), useModel(), useLocale(), useMessage()];
  const query = new URLSearchParams({
    pageSize: String(most),
    FilterProperty: 'Id',
    FilterOperator: 'in',
    FilterValue: ids.join(','),
  });
  const path = `${block.find}?${query}`;
  const { data } = useQuery({
    queryKey: keys.list(block.entity, path),
    enabled: ids.length > 0,
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
  });
  const nameOf = (record: DataRecord) => rowName(record, block, { model, locale, say });
  return new Map((data?.Items ?? []).map((record) => [String(record.Id), nameOf(record)]));
}
