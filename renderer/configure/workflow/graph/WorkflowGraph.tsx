import { type KeyboardEvent, useState } from 'react';
import { useMessage } from '../../../data/messages.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Skeleton } from '../../../parts/Skeleton.tsx';
import { usePhone } from '../../../parts/usePhone.ts';
import { GraphCanvas, type GraphState, type Selected } from './GraphCanvas.tsx';
import styles from './graph.module.css';
import type { GraphStep, Spot } from './layoutGraph.ts';
import { useSpots } from './useSpots.ts';

type GraphEdits = {
  /** Undefined name: a new state. Absent: the states are a list of choices of its own. */
  readonly editState?: ((name: string | undefined) => void) | undefined;
  readonly removeState?: ((name: string) => void) | undefined;
  /** Edits a step, or begins a new one between two states. */
  readonly editStep: (id: string) => void;
  readonly addStep: (from?: string, to?: string) => void;
  readonly removeStep: (id: string) => void;
};

type Props = {
  readonly entity: string;
  readonly states: readonly GraphState[];
  readonly steps: readonly (GraphStep & { readonly label: string })[];
  /** Absent: the workflow can only be looked at. */
  readonly edits?: GraphEdits;
};

const arrows: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -16, y: 0 },
  ArrowRight: { x: 16, y: 0 },
  ArrowUp: { x: 0, y: -16 },
  ArrowDown: { x: 0, y: 16 },
};

/** The workflow as a graph, edited by mouse and keyboard; a phone has the tables alone. */
export function WorkflowGraph(props: Props) {
  return usePhone() ? null : <Graph {...props} />;
}

function Graph({ entity, states, steps, edits }: Props) {
  const say = useMessage();
  const { spots, isMoved, move, arrange } = useSpots(
    entity,
    states.map(({ name }) => name),
    steps,
  );
  const [selected, setSelected] = useState<Selected>();
  const [from, setFrom] = useState<string>();
  const select = (next: Selected) => {
    if (from === undefined || next.kind === 'step') return setSelected(next);
    setFrom(undefined);
    edits?.addStep(from, next.id);
  };
  const remove = ({ kind, id }: Selected) => {
    if (kind === 'step') edits?.removeStep(id);
    else edits?.removeState?.(id);
  };
  const onKey = (event: KeyboardEvent, on: Selected) => {
    const by = arrows[event.key];
    const spot = spots?.[on.id];
    if (event.key === 'Escape' && from !== undefined) setFrom(undefined);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(on);
    else if (by && event.altKey && on.kind === 'state' && spot)
      move(on.id, { x: spot.x + by.x, y: spot.y + by.y });
    else return;
    event.preventDefault();
  };
  const chosen = isThere(selected, states, steps) ? selected : undefined;
  return (
    <Card title={say('configure.graph')} id="workflow-graph" padding="flush">
      <div className={styles.tools}>
        {edits && <Tools {...{ edits, selected: chosen, states, steps, from, setFrom, remove }} />}
        {isMoved && (
          <Button size="small" onPress={arrange}>
            {say('configure.graph.arrange')}
          </Button>
        )}
        <span className={styles.help} role="status">
          {say(helpOf(edits, from))}
        </span>
      </div>
      {spots ? (
        <GraphCanvas
          {...{ states, steps, spots, onKey }}
          selected={chosen}
          onSelect={select}
          onMove={move}
          onDraw={edits?.addStep}
        />
      ) : (
        <Skeleton look="rows" />
      )}
    </Card>
  );
}

function helpOf(edits: GraphEdits | undefined, from: string | undefined): string {
  if (from !== undefined) return 'configure.graph.choose';
  return edits ? 'configure.graph.help' : 'configure.graph.help-shown';
}

function isThere(
  selected: Selected | undefined,
  states: readonly GraphState[],
  steps: readonly GraphStep[],
): boolean {
  if (selected?.kind === 'state') return states.some(({ name }) => name === selected.id);
  return steps.some(({ id }) => id === selected?.id);
}

type ToolsProps = Pick<Props, 'states' | 'steps'> & {
  readonly edits: GraphEdits;
  readonly selected: Selected | undefined;
  readonly from: string | undefined;
  readonly setFrom: (from: string | undefined) => void;
  readonly remove: (selected: Selected) => void;
};

/** What can be done with the selection. */
function Tools({ edits, selected, states, steps, from, setFrom, remove }: ToolsProps) {
  const say = useMessage();
  const name =
    selected?.kind === 'state'
      ? states.find((one) => one.name === selected.id)?.label
      : steps.find(({ id }) => id === selected?.id)?.label;
  const isState = selected?.kind === 'state';
  const mayEdit = selected && (!isState || edits.editState);
  const mayRemove =
    selected && (!isState || (edits.removeState && !states.find((one) => one.name === selected.id)?.isStart));
  const edit = () => (isState ? edits.editState?.(selected.id) : edits.editStep(selected?.id ?? ''));
  return (
    <>
      {edits.editState && (
        <Button size="small" onPress={() => edits.editState?.(undefined)}>
          {say('configure.state.add')}
        </Button>
      )}
      {isState ? (
        <Button size="small" onPress={() => setFrom(from === undefined ? selected.id : undefined)}>
          {say(from === undefined ? 'configure.graph.step-from' : 'ui.cancel', { name: name ?? '' })}
        </Button>
      ) : (
        <Button size="small" onPress={() => edits.addStep()}>
          {say('configure.step.add')}
        </Button>
      )}
      {mayEdit && (
        <Button size="small" onPress={edit}>
          {say('configure.graph.edit', { name: name ?? '' })}
        </Button>
      )}
      {mayRemove && (
        <Button size="small" tone="caution" onPress={() => remove(selected)}>
          {say('ui.remove-item', { item: name ?? '' })}
        </Button>
      )}
    </>
  );
}
