import type { KeyboardEvent } from 'react';
import { useMessage } from '../../../data/messages.tsx';
import { type Edge, edgesOf } from './edges.ts';
import styles from './graph.module.css';
import { type GraphStep, nodeSize, type Spot, type Spots } from './layoutGraph.ts';
import { usePointer } from './usePointer.ts';

export type GraphState = {
  readonly name: string;
  readonly label: string;
  readonly tone: string;
  readonly isStart: boolean;
  readonly isFinal: boolean;
};
export type Selected = { readonly kind: 'state' | 'step'; readonly id: string };

type Props = {
  readonly states: readonly GraphState[];
  readonly steps: readonly (GraphStep & { readonly label: string })[];
  readonly spots: Spots;
  readonly selected: Selected | undefined;
  readonly onSelect: (selected: Selected) => void;
  readonly onMove: (name: string, to: Spot) => void;
  readonly onDraw?: ((from: string, to: string) => void) | undefined;
  readonly onKey: (event: KeyboardEvent, selected: Selected) => void;
};

const room = 48;

/** Draws states as buttons, and their steps as lines with a button each. */
export function GraphCanvas(props: Props) {
  const { states, steps, spots, onMove, onDraw } = props;
  const say = useMessage();
  const pointer = usePointer({ spots, move: onMove, draw: onDraw });
  const edges = edgesOf(steps, pointer.shown);
  const all = [...Object.values(pointer.shown), ...edges.map(({ label }) => label)];
  const width = Math.max(...all.map(({ x }) => x)) + nodeSize.width / 2 + room;
  const height = Math.max(...all.map(({ y }) => y)) + nodeSize.height / 2 + room;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form control
    <div className={styles.frame} role="group" aria-label={say('configure.graph.label')}>
      <div className={styles.canvas} style={{ width, height }} {...pointer.handlers}>
        <Lines
          {...{ edges, width, height }}
          line={pointer.line}
          spots={pointer.shown}
          selected={props.selected}
        />
        {edges.map((edge) => (
          <StepLabel key={`${edge.id} ${edge.from}`} edge={edge} {...props} />
        ))}
        {states.map((state) => (
          <StateNode
            key={state.name}
            state={state}
            at={pointer.shown[state.name]}
            pointer={pointer}
            {...props}
          />
        ))}
      </div>
    </div>
  );
}

type LinesProps = Pick<Props, 'selected' | 'spots'> & {
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
  readonly line: { readonly from: string; readonly to: Spot } | undefined;
};

function Lines({ edges, width, height, line, spots, selected }: LinesProps) {
  const start = line && spots[line.from];
  return (
    <svg className={styles.lines} width={width} height={height} aria-hidden="true">
      <defs>
        <marker
          id="graph-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M 0 0 L 8 4 L 0 8 z" className={styles.arrow} />
        </marker>
      </defs>
      {edges.map(({ id, from, path }) => (
        <path
          key={`${id} ${from}`}
          d={path}
          className={styles.line}
          data-selected={(selected?.kind === 'step' && selected.id === id) || undefined}
          markerEnd="url(#graph-arrow)"
        />
      ))}
      {line && start && (
        <line
          x1={start.x + nodeSize.width / 2}
          y1={start.y}
          x2={line.to.x + nodeSize.width / 2}
          y2={line.to.y}
          className={styles.drawn}
        />
      )}
    </svg>
  );
}

function StepLabel({ edge, steps, states, selected, onSelect, onKey }: Props & { readonly edge: Edge }) {
  const say = useMessage();
  const step = steps.find(({ id }) => id === edge.id);
  const nameOf = (state: string) => states.find(({ name }) => name === state)?.label ?? state;
  const own = { kind: 'step', id: edge.id } as const;
  const isSelected = selected?.kind === 'step' && selected.id === edge.id;
  const label = step?.label ?? edge.id;
  return (
    <button
      type="button"
      className={styles.step}
      style={{ left: edge.label.x, top: edge.label.y }}
      aria-pressed={isSelected}
      aria-label={say('configure.graph.step', { label, from: nameOf(edge.from), to: nameOf(edge.to) })}
      onClick={() => onSelect(own)}
      onKeyDown={(event) => onKey(event, own)}
    >
      {label}
    </button>
  );
}

type NodeProps = Props & {
  readonly state: GraphState;
  readonly at: Spot | undefined;
  readonly pointer: ReturnType<typeof usePointer>;
};

function StateNode({ state, at, pointer, steps, selected, onSelect, onDraw, onKey }: NodeProps) {
  const say = useMessage();
  const { name, label, tone, isStart, isFinal } = state;
  const own = { kind: 'state', id: name } as const;
  const out = steps.filter(({ from }) => from.includes(name)).length;
  const facts = [
    label,
    ...(isStart ? [say('configure.graph.start')] : []),
    ...(isFinal ? [say('configure.graph.final')] : []),
    say('configure.graph.out', { count: out }),
  ];
  const isSelected = selected?.kind === 'state' && selected.id === name;
  return (
    <span
      className={styles.node}
      data-state={name}
      style={{
        transform: `translate(${(at?.x ?? 0) - nodeSize.width / 2}px, ${(at?.y ?? 0) - nodeSize.height / 2}px)`,
      }}
    >
      <button
        type="button"
        className={styles.state}
        data-tone={tone}
        data-start={isStart || undefined}
        data-final={isFinal || undefined}
        aria-pressed={isSelected}
        aria-label={facts.join(', ')}
        onPointerDown={pointer.begin('move', name)}
        onClick={() => pointer.wasDragged() || onSelect(own)}
        onKeyDown={(event) => onKey(event, own)}
      >
        {label}
      </button>
      {onDraw && (
        <span
          className={styles.handle}
          title={say('configure.graph.draw-hint')}
          onPointerDown={pointer.begin('draw', name)}
        />
      )}
    </span>
  );
}
