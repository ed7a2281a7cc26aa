import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useModel } from '../../data/App.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useValueText } from '../history/useValueText.ts';
import styles from './activity.module.css';
import { RestoreDialog, type Restoring } from './RestoreDialog.tsx';
import type { About } from './useAround.ts';

type Change = {
  readonly Id: string;
  readonly Field: string | null;
  readonly PreviousValue: unknown;
  readonly CurrentValue: unknown;
  readonly PreviousText?: string;
  readonly CurrentText?: string;
  readonly Names?: Readonly<Record<string, string>>;
  readonly ChangedAt: string;
  readonly ChangedBy: string | null;
  readonly Operation: string;
};

const step = 10;

type Props = {
  readonly about: About;
  readonly mayRestore: boolean;
  readonly onRestored: () => Promise<void>;
};

/** What changed, newest first; a field or a whole earlier state can be restored. */
export function RecordHistory({ about, mayRestore, onRestored }: Props) {
  const say = useMessage();
  const api = useApi();
  const language = useLocale();
  const [shown, show] = useState(step);
  const [restoring, restore] = useState<Restoring>();
  const { entity, id } = about;
  const path = `/history/${entity}/${id}?page=1&pageSize=${shown}`;
  const found = useQuery<{ Items: readonly Change[]; TotalItems: number }>({
    queryKey: ['record', entity, id, 'history', shown, language],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get(path, { signal }),
  });
  const { data } = found;
  const Items = data?.Items ?? [];
  const isEmpty = Items.length === 0 && listState(found, 0) === 'ready';
  const isLastOf = (index: number) => Items[index]?.ChangedAt !== Items[index - 1]?.ChangedAt;
  return (
    <Card title={say('activity.history')} id="activity-history">
      {isEmpty && <p className={styles.note}>{say('activity.history.none')}</p>}
      <ol className={styles.changes} aria-label={say('activity.history')}>
        {Items.map((change, index) => (
          <ChangeLine
            key={change.Id}
            entity={entity}
            change={change}
            isHead={isLastOf(index)}
            isLatest={change.ChangedAt === Items[0]?.ChangedAt}
            onRestore={mayRestore ? restore : undefined}
          />
        ))}
      </ol>
      {(data?.TotalItems ?? 0) > Items.length && shown < 100 && (
        <Button tone="quiet" onPress={() => show(Math.min(100, shown + step))}>
          {say('history.older')}
        </Button>
      )}
      {restoring && (
        <RestoreDialog
          about={about}
          restoring={restoring}
          onClose={() => restore(undefined)}
          onDone={onRestored}
        />
      )}
    </Card>
  );
}

type LineProps = {
  readonly entity: string;
  readonly change: Change;
  /** The first line of what was written at once. */
  readonly isHead: boolean;
  readonly isLatest: boolean;
  readonly onRestore: ((restoring: Restoring) => void) | undefined;
};

function ChangeLine({ entity: of, change, isHead, isLatest, onRestore }: LineProps) {
  const say = useMessage();
  const { dateTime } = useFormats();
  const { entities } = useModel();
  const valueText = useValueText();
  const entity = entities.get(of);
  const { Field, PreviousValue, CurrentValue, PreviousText, CurrentText, Names } = change;
  const field = entity?.fieldByPath.get(Field ?? '');
  const label = field ? say(field.label) : Field || say('history.made');
  const place = { entity, path: Field ?? '', names: Names };
  const at = dateTime(change.ChangedAt);
  const isField = Boolean(Field) && !Field?.startsWith('$');
  return (
    <li className={styles.change} data-head={isHead || undefined}>
      {isHead && (
        <header className={styles.head}>
          <span className={styles.author}>
            {change.ChangedBy ? <PersonName userName={change.ChangedBy} /> : '–'}
          </span>
          <time dateTime={change.ChangedAt} className={styles.note}>
            {at}
          </time>
          {onRestore && !isLatest && (
            <Button
              tone="quiet"
              size="small"
              label={say('activity.restore.record-of', { at })}
              onPress={() => onRestore({ entry: change.Id, what: 'record' })}
            >
              {say('activity.restore.record')}
            </Button>
          )}
        </header>
      )}
      <div className={styles.line}>
        <span className={styles.what}>{label}</span>
        {isField && (
          <span className={styles.values}>
            {valueText(place, PreviousValue, { other: CurrentValue, text: PreviousText })} →{' '}
            {valueText(place, CurrentValue, { other: PreviousValue, text: CurrentText })}
          </span>
        )}
        {onRestore && isField && (
          <Button
            tone="quiet"
            size="small"
            label={say('activity.restore.field-of', { field: label })}
            onPress={() => onRestore({ entry: change.Id, what: 'field' })}
          >
            {say('activity.restore.field')}
          </Button>
        )}
      </div>
    </li>
  );
}
