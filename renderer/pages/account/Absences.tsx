import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PlainTable } from '../../configure/PlainTable.tsx';
import { ApiError } from '../../data/ApiError.ts';
import { useApi, useUser } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import { useIntent } from '../../data/useIntent.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import styles from './account.module.css';

type Absence = {
  readonly Id: string;
  readonly From: string;
  readonly To: string;
  readonly SubstituteName: string | null;
  readonly IsActive: boolean;
};

const path = '/absence';
const queryKey = ['list', 'absence', path];

/** When the person is away, and who approves in their place. */
export function Absences() {
  const say = useMessage();
  const api = useApi();
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ Items: readonly Absence[] }>(path, { signal }),
  });
  const items = found.data?.Items ?? [];
  const isEmpty = items.length === 0 && listState(found, 0) === 'ready';
  return (
    <Card title={say('account.absence.title')}>
      <div className={area.stack}>
        <p className={area.note}>{say('account.absence.note')}</p>
        {found.error && <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />}
        {isEmpty && <p className={area.quiet}>{say('account.absence.none')}</p>}
        {items.length > 0 && <AbsenceTable items={items} />}
        <AddAbsence />
      </div>
    </Card>
  );
}

function AbsenceTable({ items }: { items: readonly Absence[] }) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const formats = useFormats();
  const client = useQueryClient();
  const remove = async (id: string) => {
    try {
      await api.send('DELETE', `${path}/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.show(error.message, 'error', 'absence');
    }
    await client.invalidateQueries({ queryKey });
  };
  return (
    <PlainTable
      label={say('account.absence.title')}
      rows={items}
      rowId={({ Id }) => Id}
      columns={[
        {
          id: 'from',
          title: say('account.absence.from'),
          isHead: true,
          cell: ({ From }) => formats.date(From),
        },
        { id: 'to', title: say('account.absence.to'), cell: ({ To }) => formats.date(To) },
        {
          id: 'substitute',
          title: say('account.absence.substitute'),
          cell: ({ SubstituteName, IsActive }) =>
            IsActive ? SubstituteName : `${SubstituteName ?? ''} (${say('account.absence.inactive')})`,
        },
        {
          id: 'tools',
          title: say('configure.tools'),
          cell: ({ Id, From }) => (
            <IconButton
              icon={Trash2}
              size="small"
              label={say('account.absence.remove', { from: formats.date(From) })}
              onPress={() => void remove(Id)}
            />
          ),
        },
      ]}
    />
  );
}

type Typed = { readonly From?: string; readonly To?: string; readonly Substitute?: string };

function AddAbsence() {
  const say = useMessage();
  const [typed, setTyped] = useState<Typed>({});
  const { add, problems, busy } = useAdd(() => setTyped({}));
  const { UserName } = useUser();
  const people = usePeople().filter(
    (one) => one.UserName !== UserName && !['seed', 'server'].includes(one.UserName),
  );
  const set = (more: Typed) => setTyped((before) => ({ ...before, ...more }));
  const shell = (name: keyof Typed, label: string) => ({
    ...{ id: `absence-${name}`, label: say(`account.absence.${label}`), required: true },
    issues: problems[name] ? [{ level: 'error' as const, text: problems[name] }] : [],
  });
  const control = (name: keyof Typed) => ({
    ...{ id: `absence-${name}`, required: true, invalid: problems[name] !== undefined },
    describedBy: fieldDescription(`absence-${name}`),
  });
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void add(typed);
      }}
    >
      <FieldShell {...shell('From', 'from')}>
        <DateField {...control('From')} value={typed.From} onChange={(From) => set({ From: From ?? '' })} />
      </FieldShell>
      <FieldShell {...shell('To', 'to')}>
        <DateField {...control('To')} value={typed.To} onChange={(To) => set({ To: To ?? '' })} />
      </FieldShell>
      <FieldShell {...shell('Substitute', 'substitute')}>
        <ComboBox
          {...control('Substitute')}
          value={typed.Substitute}
          options={people.map(optionOfPerson)}
          onChange={(Substitute) => set({ Substitute: Substitute ?? '' })}
        />
      </FieldShell>
      <Button type="submit" busy={busy}>
        {say('account.absence.add')}
      </Button>
    </form>
  );
}

/** Keeps what was typed until the server has accepted it; its refusals are shown at their fields. */
function useAdd(onDone: () => void) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const intent = useIntent();
  const [problems, setProblems] = useState<Typed>({});
  const add = async (typed: Typed) => {
    const missing = (['From', 'To', 'Substitute'] as const).filter((name) => !typed[name]);
    if (missing.length > 0) {
      setProblems(Object.fromEntries(missing.map((name) => [name, say('validation.required')])));
      return;
    }
    setProblems({});
    setBusy(true);
    try {
      await api.send('POST', path, typed, { intent });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const found = Object.fromEntries(error.validationErrors.map(({ Key, Value }) => [Key, Value]));
      setProblems(found);
      if (Object.keys(found).length === 0) toast.show(error.message, 'error', 'absence');
    } finally {
      // Also after a refusal: an earlier attempt may have arrived.
      await client.invalidateQueries({ queryKey });
      setBusy(false);
    }
  };
  return { add, problems, busy };
}
