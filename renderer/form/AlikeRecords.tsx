import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { DataRecord, FormState } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { keys } from '../data/queries.ts';
import { recordAddress } from '../data/searchRecords.ts';
import { Icon } from '../parts/Icon.tsx';
import styles from './form.module.css';

type Props = { readonly form: FormState; readonly root: RefObject<HTMLElement | null> };
type Found = { readonly Id: string; readonly Name: string; readonly Fields: readonly string[] };

/** Lists possible duplicates of a new record, without blocking; searched whenever a field loses focus. */
export function AlikeRecords({ form, root }: Props) {
  const { entity } = form;
  const [api, model, say] = [useApi(), useModel(), useMessage()];
  const told = useTold(form, root);
  const { data } = useQuery({
    queryKey: keys.list('alike', `${entity.id} ${told}`),
    enabled: told !== nothing,
    // Only a hint: a failed request shows nothing.
    queryFn: () =>
      api
        .send<{ Items: readonly Found[] }>('POST', `/alike/${entity.id}`, JSON.parse(told), {
          askConfirm: false,
          intent: 'reads',
        })
        .catch(() => ({ Items: [] })),
    placeholderData: (before) => (told === nothing ? undefined : before),
  });
  const found = data?.Items ?? [];
  const label = (path: string) => say(entity.fieldByPath.get(path)?.label ?? path);
  return (
    <div role="status" data-alike={found.length}>
      {found.length > 0 && (
        <div className={styles.alert} data-tone="info">
          <Icon icon={Copy} />
          <div className={styles.alertText}>
            <p className={styles.alertTitle}>{say('ui.form.alike')}</p>
            <ul className={styles.alikeList}>
              {found.map(({ Id, Name, Fields }) => (
                <li key={Id}>
                  <a
                    className={styles.alikeName}
                    href={recordAddress(model, entity.id, Id)}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {Name}
                  </a>{' '}
                  <span className={styles.alikeNote}>
                    {say('ui.form.alike.same', { fields: Fields.map(label).join(', ') })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

const nothing = '{}';

/** The compared fields of the form, as JSON. */
function useTold(form: FormState, root: Props['root']): string {
  const [told, tell] = useState(nothing);
  useEffect(() => {
    const at = root.current;
    const look = () => tell(JSON.stringify(namedValues(form.record(), form.entity.alike.flat())));
    at?.addEventListener('focusout', look);
    return () => at?.removeEventListener('focusout', look);
  }, [form, root]);
  return told;
}

/** Sends only the compared fields. */
function namedValues(record: DataRecord, paths: readonly string[]): DataRecord {
  const draft: Record<string, unknown> = {};
  for (const name of new Set(paths.map((path) => path.split('.')[0] ?? ''))) {
    const inner = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    const value = record[name];
    const part = (one: unknown) => (one && inner.length > 0 ? namedValues(one as DataRecord, inner) : one);
    const kept = Array.isArray(value) ? value.map(part) : part(value);
    if (kept !== undefined && kept !== null && kept !== '' && JSON.stringify(kept) !== '[]')
      draft[name] = kept;
  }
  return draft;
}
