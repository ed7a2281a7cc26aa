import { useCallback, useId, useMemo, useRef, useState } from 'react';
import {
  bulkRows,
  type DataRecord,
  type FormState,
  type GridBlock,
  type ItemModel,
  type ServerError,
} from '#engine';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import type { Intent } from '../data/intents.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { useKeptWork } from '../data/useKeptWork.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Progress } from '../parts/Progress.tsx';
import { RadioGroup } from '../parts/RadioGroup.tsx';
import { Select } from '../parts/Select.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkValue } from './BulkValue.tsx';
import styles from './bulk.module.css';
import { idsOfAll, useBulk } from './useBulk.ts';

export type BulkProps = {
  readonly block: GridBlock;
  readonly list: string;
  readonly selected: readonly string[];
  /** Number of rows that the list finds, and its query. */
  readonly total: number;
  readonly address: string;
  readonly onClose: () => void;
};

/**
 * Changes one field of many rows: choose field and value, preview the verdict on each record, apply to all or
 * to those that accept it.
 */
export function BulkDialog(props: BulkProps) {
  const say = useMessage();
  const { block, list, onClose } = props;
  const input = useInput(props);
  const bulk = useBulk(list);
  const close = () => {
    bulk.forget();
    onClose();
  };
  const change = async (intent: Intent) => {
    const asked = input.asked();
    if (asked && (await bulk.apply(asked, input.mode, intent))) onClose();
  };
  const preview = async () => {
    input.place([]);
    const asked = input.asked();
    if (asked) await bulk.preview(asked, input.ids);
  };
  const count = countOf(bulk.verdicts, input.mode);
  return (
    <Dialog
      title={say('ui.bulk.title')}
      size="medium"
      onClose={close}
      main={
        bulk.verdicts
          ? {
              label: say('ui.bulk.change', { count }),
              disabled: count === 0,
              onPress: change,
              place: input.place,
            }
          : {
              label: say('ui.bulk.preview'),
              disabled: !input.item,
              onPress: preview,
              place: input.place,
              canLeave: true,
            }
      }
      cancel={say('ui.cancel')}
    >
      <div className={styles.dialog}>
        <DraftBar draft={input.draft} />
        <BulkInput {...props} input={input} onInput={bulk.forget} />
        {bulk.share !== undefined && <Progress label={say('ui.bulk.asking')} share={bulk.share} />}
        {bulk.verdicts && (
          <BulkPreview block={block} verdicts={bulk.verdicts} mode={input.mode} onMode={input.setMode} />
        )}
      </div>
    </Dialog>
  );
}

/** In mode `all`, one refusal prevents every change. */
function countOf(verdicts: ReturnType<typeof useBulk>['verdicts'] = [], mode: 'all' | 'each'): number {
  const isRefused = verdicts.some(({ Outcome }) => Outcome === 'refused');
  return mode === 'all' && isRefused ? 0 : verdicts.filter(({ Outcome }) => Outcome === 'change').length;
}

type Input = ReturnType<typeof useInput>;

function useInput({ block, list, selected: picked, address }: BulkProps) {
  const api = useApi();
  const items = useOpenItems(block);
  const [field, setField] = useState<string>();
  const [selected, select] = useState(picked);
  const [scope, setScope] = useState<'selected' | 'all'>(picked.length > 0 ? 'selected' : 'all');
  /** The value as it is typed, with what a reference says of what it refers to. */
  const [typed, setTyped] = useState<DataRecord>({});
  const [mode, setMode] = useState<'all' | 'each'>('each');
  const form = useRef<FormState>(undefined);
  const item = items.find((one) => one.field === field);
  const [round, setRound] = useState(0);
  const draft = useKeptWork<Kept>({
    key: `bulk.${list}`,
    value: useMemo(() => ({ field, scope, mode, typed, selected }), [field, scope, mode, typed, selected]),
    isChanged: field !== undefined,
    restore: (kept) => {
      setField(kept.field);
      setMode(kept.mode);
      setTyped(kept.typed);
      // Which rows were meant the page has forgotten: all of them were not.
      select(kept.selected);
      setScope(kept.scope);
      setRound((now) => now + 1);
    },
  });
  return {
    items,
    item,
    draft,
    selected,
    typed,
    /** Another one: the value is typed again. */
    round,
    noteValue: () => setTyped(item ? filledIn(form.current?.record() ?? {}, item.field) : {}),
    setField: (next: string | undefined) => {
      setTyped({});
      setField(next);
    },
    scope,
    setScope,
    mode,
    setMode,
    setForm: useCallback((next: FormState) => {
      form.current = next;
    }, []),
    /** Errors of the value belong to its form. */
    place: (errors: readonly ServerError[]) => {
      const own = errors.filter(({ Key }) => item && /^Value\b/.test(Key));
      form.current?.applyServerIssues(
        own.map((error) => ({ ...error, Key: item?.field ?? '', Path: `/${item?.field}` })),
      );
      return errors.filter((error) => !own.includes(error));
    },
    /** Undefined until a field is chosen. */
    asked: () => item && { field: item.field, value: form.current?.record()[item.field] ?? null },
    ids: async () => (scope === 'selected' ? selected : idsOfAll(api, address)),
  };
}

type Kept = {
  readonly field: string | undefined;
  readonly scope: 'selected' | 'all';
  readonly mode: 'all' | 'each';
  readonly typed: DataRecord;
  readonly selected: readonly string[];
};

/** What the little form holds that is not empty. */
function filledIn(record: DataRecord, field: string): DataRecord {
  const own = Object.entries(record).filter(
    ([name, value]) =>
      name === field || (typeof value === 'object' && value !== null && !Array.isArray(value)),
  );
  return Object.fromEntries(own);
}

/** Fields that the person may write. */
function useOpenItems({ bulk, entity }: GridBlock): readonly ItemModel[] {
  const model = useModel();
  const { Features } = useUser();
  return useMemo(() => {
    const fields = model.entities.get(entity)?.policy.fields ?? {};
    return (bulk?.items ?? []).filter(({ field }) => allows(fields[field]?.write, Features));
  }, [model, Features, bulk, entity]);
}

function scopesOf(say: Say, count: number, total: number) {
  return [
    { id: 'selected', label: say('ui.bulk.selected', { count }), disabled: count === 0 },
    {
      id: 'all',
      label: say(total > bulkRows ? 'ui.bulk.all-first' : 'ui.bulk.all', { count: total, limit: bulkRows }),
    },
  ];
}

type InputProps = BulkProps & { readonly input: Input; readonly onInput: () => void };

function BulkInput({ block, total, input, onInput }: InputProps) {
  const say = useMessage();
  const id = useId();
  const model = useModel();
  const entity = model.entities.get(block.entity);
  const count = input.selected.length;
  if (!entity) return null;
  const labelOf = (field: string) => say(entity.fieldByPath.get(field)?.label ?? field);
  const options = input.items.map(({ field }) => ({ id: field, label: labelOf(field) }));
  const scopes = scopesOf(say, count, total);
  return (
    <div className={styles.input}>
      <FieldShell id={`${id}-field`} name="Field" label={say('ui.bulk.field')} as="group" required>
        <Select
          id={`${id}-field`}
          labelledBy={`${id}-field-label`}
          value={input.item?.field}
          clearable={false}
          options={options}
          onChange={(field) => {
            onInput();
            input.setField(field);
          }}
        />
      </FieldShell>
      {input.item && (
        <div data-name="Value">
          <BulkValue
            key={`${input.item.field} ${input.round}`}
            start={input.typed}
            entity={entity}
            item={input.item}
            onForm={input.setForm}
            onChange={() => {
              input.noteValue();
              onInput();
            }}
          />
        </div>
      )}
      <FieldShell id={`${id}-scope`} name="Rows" label={say('ui.bulk.rows')} as="group">
        <RadioGroup
          id={`${id}-scope`}
          labelledBy={`${id}-scope-label`}
          direction="column"
          value={input.scope}
          options={scopes}
          onChange={(scope) => {
            onInput();
            input.setScope(scope === 'all' ? 'all' : 'selected');
          }}
        />
      </FieldShell>
    </div>
  );
}
