import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type ChoiceItem,
  type EntityModel,
  type FieldChange,
  statesOfModel,
  type WorkflowChange,
} from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge, badgeTone } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { RemoveStateDialog } from './RemoveStateDialog.tsx';
import { StateDialog } from './StateDialog.tsx';
import styles from './workflow.module.css';

type Props = {
  readonly entity: EntityModel;
  readonly change: WorkflowChange;
  /** The field of the states, if it was added without code; the states of another are its list of choices. */
  readonly field: FieldChange | undefined;
};
type State = Pick<ChoiceItem, 'name' | 'tone'> & { readonly label: string };
type Open = { readonly kind: 'edit' | 'remove'; readonly state?: string };

/** The states: their names and colours, where new records start, and which are final. */
export function StatesTable({ entity, change, field }: Props) {
  const say = useMessage();
  const { put } = useSaveDraft({ throws: true });
  const [open, setOpen] = useState<Open>();
  const states = useStates({ entity, change, field });
  const columns = useColumns({ entity, change, field }, setOpen);
  const close = () => setOpen(undefined);
  const chosen = field?.choices?.find(({ name }) => name === open?.state);
  return (
    <>
      <PlainTable
        label={say('configure.workflow.states')}
        rows={states}
        rowId={({ name }) => name}
        columns={columns}
      />
      {field && (
        <div className={styles.foot}>
          <Button onPress={() => setOpen({ kind: 'edit' })}>{say('configure.state.add')}</Button>
        </div>
      )}
      {field && open?.kind === 'edit' && (
        <StateDialog
          choice={chosen}
          choices={field.choices ?? []}
          onClose={close}
          onKeep={(choices) => put([{ ...field, choices }])}
        />
      )}
      {field && open?.kind === 'remove' && open.state !== undefined && (
        <RemoveStateDialog {...{ field, change }} state={open.state} states={states} onClose={close} />
      )}
    </>
  );
}

function useStates({ entity, field, change }: Props): readonly State[] {
  const { model, say: label } = useWork();
  const lookup = entity.fieldByPath.get(change.field)?.lookup ?? '';
  const items = model.lookups.get(lookup)?.items ?? statesOfModel(model, entity);
  if (!field?.choices)
    return items.map(
      ({ Name, tone }) =>
        ({ name: Name, ...(tone && { tone }), label: label(`lookup.${lookup}.${Name}`) }) as State,
    );
  // A new state has a title in the draft before the model has it.
  const known = new Set(items.map(({ Name }) => Name));
  return field.choices.map(({ name, tone, title }) => ({
    ...{ name, label: known.has(name) ? label(`lookup.${lookup}.${name}`) : title['en-CA'] },
    ...(tone && { tone }),
  }));
}

function useColumns(
  { entity, change, field }: Props,
  setOpen: (open: Open) => void,
): readonly PlainColumn<State>[] {
  const say = useMessage();
  const { put } = useSaveDraft();
  const start = field?.default ?? entity.fieldByPath.get(change.field)?.default;
  const final = change.final ?? entity.workflow?.final ?? [];
  const tools = useTools(field, start, setOpen);
  const makeFinal = (name: string, isFinal: boolean) =>
    void put([{ ...change, final: isFinal ? [...final, name] : final.filter((one) => one !== name) }]);
  return [
    {
      id: 'state',
      title: say('configure.state'),
      isHead: true,
      cell: ({ label, tone }) => <Badge tone={badgeTone(tone)}>{label}</Badge>,
    },
    {
      id: 'start',
      title: say('configure.state.start'),
      cell: ({ name }) => (name === start ? say('configure.state.new-records') : '–'),
    },
    {
      id: 'final',
      title: say('configure.state.final'),
      cell: ({ name, label }) => (
        <Checkbox
          id={`final-${name}`}
          label={say('configure.state.final-of', { name: label })}
          checked={final.includes(name)}
          onChange={(isFinal) => makeFinal(name, isFinal)}
        />
      ),
    },
    ...(tools ? [tools] : []),
  ];
}

/** Edits, removes and starts with a state. */
function useTools(
  field: FieldChange | undefined,
  start: unknown,
  setOpen: (open: Open) => void,
): PlainColumn<State> | undefined {
  const say = useMessage();
  const { put } = useSaveDraft();
  if (!field) return undefined;
  return {
    id: 'tools',
    title: say('configure.tools'),
    cell: ({ name, label }) => (
      <span className={area.line}>
        <Button
          size="small"
          label={say('configure.state.edit', { name: label })}
          onPress={() => setOpen({ kind: 'edit', state: name })}
        >
          {say('configure.edit')}
        </Button>
        {name !== start && (
          <Button
            size="small"
            label={say('configure.state.start-with', { name: label })}
            onPress={() => void put([{ ...field, default: name }])}
          >
            {say('configure.state.make-start')}
          </Button>
        )}
        <IconButton
          icon={Trash2}
          size="small"
          label={say('ui.remove-item', { item: label })}
          refusal={name === start ? say('configure.state.is-start') : undefined}
          onPress={() => setOpen({ kind: 'remove', state: name })}
        />
      </span>
    ),
  };
}
