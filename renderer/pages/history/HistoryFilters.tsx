import type { EntityModel, FieldModel } from '#engine';
import form from '../../configure/form.module.css';
import { useModel, useUser } from '../../data/App.tsx';
import { allows } from '../../data/allows.ts';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import { Button } from '../../parts/Button.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { FoldedFilters } from '../../parts/FoldedFilters.tsx';
import { isNarrowed, narrowing } from './historyQuery.ts';

type Props = {
  readonly params: URLSearchParams;
  readonly setParams: (params: URLSearchParams, options?: { replace?: boolean }) => void;
  /** For the history of one record: its entity, and whether owned records are included. */
  readonly about?: { readonly entity: string; readonly owned: boolean };
};

/** Filters by entity, field, person and date; a single record is chosen in the list itself. */
export function HistoryFilters({ params, setParams, about }: Props) {
  const say = useMessage();
  const model = useModel();
  const people = usePeople();
  const { Features } = useUser();
  const set = (given: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries(given))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace: true });
  };
  const entities = [...model.entities.values()].filter(
    (entity) => entity.history && allows(entity.policy.view, Features) && belongs(entity, about),
  );
  const only = about?.owned === false ? about.entity : undefined;
  const entity = model.entities.get(params.get('entity') ?? only ?? '');
  const fields = entity ? fieldsSeen(entity, Features) : [];
  const isNarrow = isNarrowed(params);
  const id = (name: string) => `history-${name}${about ? `-${about.entity}` : ''}`;
  return (
    <FoldedFilters set={narrowing.filter((name) => params.has(name)).length} className={form.columns}>
      {only === undefined && (
        <FieldShell id={id('entity')} label={say('history.entity')}>
          <ComboBox
            id={id('entity')}
            value={entity?.id}
            options={entities.map((one) => ({ id: one.id, label: say(one.plural) }))}
            onChange={(picked) => set({ entity: picked ?? undefined, field: undefined, record: undefined })}
          />
        </FieldShell>
      )}
      <FieldShell id={id('field')} label={say('history.field')}>
        <ComboBox
          id={id('field')}
          readOnly={!entity}
          value={params.get('field') ?? undefined}
          options={fields.map(({ name, label }) => ({ id: name, label: say(label) }))}
          onChange={(picked) => set({ field: picked ?? undefined })}
        />
      </FieldShell>
      <FieldShell id={id('by')} label={say('history.by')}>
        <ComboBox
          id={id('by')}
          value={params.get('by') ?? undefined}
          options={people.map(optionOfPerson)}
          onChange={(picked) => set({ by: picked ?? undefined })}
        />
      </FieldShell>
      <Days params={params} set={set} id={id} />
      {isNarrow && (
        <div className={form.besideFields}>
          <Button onPress={() => set(nothing)}>{say('history.all')}</Button>
        </div>
      )}
    </FoldedFilters>
  );
}

type DaysProps = {
  readonly params: URLSearchParams;
  readonly set: (given: Readonly<Record<string, string | undefined>>) => void;
  readonly id: (name: string) => string;
};

/** The first and last day of the period. */
function Days({ params, set, id }: DaysProps) {
  const say = useMessage();
  return (['since', 'until'] as const).map((name) => (
    <FieldShell key={name} id={id(name)} label={say(`history.${name}`)}>
      <DateField
        id={id(name)}
        value={params.get(name) ?? undefined}
        onChange={(day) => set({ [name]: day })}
      />
    </FieldShell>
  ));
}

const nothing = Object.fromEntries(narrowing.map((name) => [name, undefined]));

/** The record's own entity, or one it owns. */
function belongs({ id, fields }: EntityModel, about: Props['about']): boolean {
  return !about || id === about.entity || fields.some(({ ref }) => ref?.owner && ref.entity === about.entity);
}

function fieldsSeen({ fields, policy }: EntityModel, features: readonly string[]): readonly FieldModel[] {
  return fields.filter(({ name }) => {
    const view = policy.fields[name]?.view;
    return !view || allows(view, features);
  });
}
