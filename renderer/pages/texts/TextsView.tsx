import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Locale, locales } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { fillPath } from '../../data/fillPath.ts';
import { useGuardState } from '../../data/guard.ts';
import { type Say, useMessage } from '../../data/messages.tsx';
import { useSaveKey } from '../../data/useSaveKey.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { TextsTable } from './TextsTable.tsx';
import { countMissing, isChanged, type Looking, rowsShown, type Shown } from './textRows.ts';
import styles from './texts.module.css';
import { useTexts } from './useTexts.ts';

/**
 * All texts of a record and of what it owns, in both languages. Options: `call` reads and (PUT) saves them,
 * `back` is the target of OK and Cancel, `record` and `closedWhen` name a field that makes them read-only,
 * and `closed` says why.
 */
export function TextsView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const model = useModel();
  const { call, closed, record, closedWhen } = block.options;
  const texts = useTexts(fillPath(String(call), scope));
  const { query, rows, drafts, issues, type } = texts;
  const [looking, look] = useState<Looking>({ shown: 'all', search: '' });
  const wanted = useDeferredValue(looking);
  const isClosed = scope.data[String(record)]?.[String(closedWhen)] === true;
  const missing = useMemo(() => countMissing(rows, drafts), [rows, drafts]);
  const shown = useMemo(() => rowsShown(rows, wanted, drafts), [rows, wanted, drafts]);
  if (query.error)
    return <ErrorState text={errorText(query.error, say)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton look="form" lines={12} />;
  return (
    <Card padding="flush" id={block.id}>
      {!isClosed && <DraftBar draft={texts.draft} />}
      <div className={styles.head}>
        {isClosed && <p className={styles.closed}>{say(String(closed))}</p>}
        <Missing by={missing.by} say={say} />
        <Filters
          {...{ looking, look, say }}
          kinds={kindsOf(texts.rows, (id) => say(model.entities.get(id)?.title ?? id))}
          counts={{
            all: rows.length,
            missing: missing.all,
            changed: rows.filter((row) => isChanged(row, drafts)).length,
          }}
        />
        {!isClosed && <p className={styles.hint}>{say('texts.hint')}</p>}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={say('texts.none')} />
      ) : (
        <TextsTable
          label={say('texts.title')}
          rows={shown}
          {...{ drafts, issues, model, say }}
          isReadOnly={isClosed}
          onType={type}
        />
      )}
      <Actions
        texts={texts}
        isClosed={isClosed}
        back={fillPath(String(block.options.back), scope)}
        say={say}
      />
    </Card>
  );
}

function Missing({ by, say }: { readonly by: Readonly<Record<Locale, number>>; readonly say: Say }) {
  const sentences = locales
    .filter((locale) => by[locale] > 0)
    .map((locale) => say('texts.missing', { count: by[locale], language: say(`texts.in.${locale}`) }));
  return (
    <p role="status" className={styles.missing}>
      {sentences.length === 0 ? say('texts.complete') : sentences.join(' ')}
    </p>
  );
}

function kindsOf(rows: ReturnType<typeof useTexts>['rows'], nameOf: (id: string) => string) {
  const ids = [...new Set(rows.map(({ entry }) => entry.EntityType))];
  return ids.map((id) => ({ id, label: nameOf(id) }));
}

type FilterProps = {
  readonly looking: Looking;
  readonly look: (looking: Looking) => void;
  readonly kinds: readonly { readonly id: string; readonly label: string }[];
  readonly counts: Readonly<Record<Shown, number>>;
  readonly say: Say;
};

const ways: readonly Shown[] = ['all', 'missing', 'changed'];

function Filters({ looking, look, kinds, counts, say }: FilterProps) {
  return (
    <div className={styles.filters}>
      <FieldShell id="texts-search" label={say('texts.search')}>
        <TextInput
          id="texts-search"
          type="search"
          value={looking.search}
          onChange={(search) => look({ ...looking, search })}
        />
      </FieldShell>
      <FieldShell id="texts-kind" label={say('texts.kinds')} as="group">
        <Select
          id="texts-kind"
          labelledBy="texts-kind-label"
          placeholder={say('texts.kinds.all')}
          value={looking.kind}
          options={kinds}
          onChange={(kind) => look({ ...looking, kind })}
        />
      </FieldShell>
      <fieldset className={styles.ways}>
        <legend className={styles.spoken}>{say('texts.show')}</legend>
        {ways.map((way) => (
          <label key={way} className={styles.way}>
            <input
              type="radio"
              name="texts-shown"
              checked={looking.shown === way}
              onChange={() => look({ ...looking, shown: way })}
            />
            {say(`texts.show.${way}`, { count: counts[way] })}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

type ActionProps = {
  readonly texts: ReturnType<typeof useTexts>;
  readonly isClosed: boolean;
  readonly back: string;
  readonly say: Say;
};

/** OK saves and leaves; Ctrl+S saves and stays. */
function Actions({ texts, isClosed, back, say }: ActionProps) {
  const { drafts, issues, save } = texts;
  const navigate = useNavigate();
  const guard = useGuardState();
  const dialogs = useDialogs();
  const toasts = useToast();
  const [isBusy, setBusy] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (issues.size > 0)
      bar.current?.parentElement?.querySelector<HTMLElement>('textarea[data-state="refused"]')?.focus();
  }, [issues]);
  const store = async (): Promise<boolean> => {
    setBusy(true);
    const refusal = await save().finally(() => setBusy(false));
    // An issue shows at its text, and the first one has the focus.
    if (refusal?.message && !refusal.isPlaced) await dialogs.alert(refusal.message);
    else if (refusal === undefined && drafts.size > 0) toasts.show(say('texts.saved'), 'success');
    return refusal === undefined;
  };
  useSaveKey(() => void (isClosed || isBusy || store()));
  const finish = async () => {
    if (!(await store())) return;
    guard?.release();
    await navigate(back);
  };
  return (
    <div className={styles.actions} ref={bar}>
      <p className={styles.note} role="status">
        {drafts.size > 0 && say('texts.unsaved', { count: drafts.size })}
      </p>
      <Button onPress={() => void navigate(back)}>{say('ui.cancel')}</Button>
      <Button tone="primary" busy={isBusy} disabled={isClosed} onPress={() => void finish()}>
        {say('ui.ok')}
      </Button>
    </div>
  );
}
