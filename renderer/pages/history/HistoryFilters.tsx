import type { EntityModel, FieldModel } from '#engine';
import form from '../../configure/form.module.css';
import { useModel, useUser } from '../../data/App.tsx';
import { allows } from '../../data/allows.ts';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import { Button } from '../../parts/Button.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';

type Props = {
  readonly params: URLSearchParams;
  readonly setParams: (params: URLSearchParams, options?: { replace?: boolean }) => void;
};

/** By what kind of record, field and person; one record is chosen from the list itself. */
export function HistoryFilters({ params, setParams }: Props) {
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
    ({ history, policy }) => history && allows(policy.view, Features),
  );
  const entity = model.entities.get(params.get('entity') ?? '');
  const fields = entity ? fieldsSeen(entity, Features) : [];
  const isNarrow = ['entity', 'record', 'field', 'by'].some((name) => params.get(name));
  return (
    <div className={form.columns}>
      <FieldShell id="history-entity" label={say('history.entity')}>
        <ComboBox
          id="history-entity"
          value={entity?.id}
          options={entities.map(({ id, plural }) => ({ id, label: say(plural) }))}
          onChange={(picked) => set({ entity: picked ?? undefined, field: undefined, record: undefined })}
        />
      </FieldShell>
      <FieldShell id="history-field" label={say('history.field')}>
        <ComboBox
          id="history-field"
          readOnly={!entity}
          value={params.get('field') ?? undefined}
          options={fields.map(({ name, label }) => ({ id: name, label: say(label) }))}
          onChange={(picked) => set({ field: picked ?? undefined })}
        />
      </FieldShell>
      <FieldShell id="history-by" label={say('history.by')}>
        <ComboBox
          id="history-by"
          value={params.get('by') ?? undefined}
          options={people.map(optionOfPerson)}
          onChange={(picked) => set({ by: picked ?? undefined })}
        />
      </FieldShell>
      {isNarrow && (
        <div>
          <Button
            onPress={() => set({ entity: undefined, record: undefined, field: undefined, by: undefined })}
          >
            {say('history.all')}
          </Button>
        </div>
      )}
    </div>
  );
}

function fieldsSeen({ fields, policy }: EntityModel, features: readonly string[]): readonly FieldModel[] {
  return fields.filter(({ name }) => {
    const view = policy.fields[name]?.view;
    return !view || allows(view, features);
  });
}
