import { useLayoutEffect, useRef, useState } from 'react';
import { named } from '../rank.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import styles from './graph.module.css';
import { type GraphLink, type GraphNode, type GraphPart, layers, readGraph } from './layers.ts';
import { type Line, routeLinks } from './routeLinks.ts';

/** Parts listed before the rest is collapsed. */
const SHOWN = 6;

/** Draws a graph from `{ Nodes, Links }` made by a value rule. Screen readers get it as text. */
export function GraphWidget(props: WidgetProps) {
  const { view, inputId, labelledBy, message, options } = props;
  const { nodes, links } = readGraph(view.value, message);
  const { frame, drawn } = useLines(view.value, links);
  const whole = typeof options.whole === 'string' ? message(options.whole) : undefined;
  const titleOf = (id: string) => nodes.find((node) => node.id === id)?.title || id;
  if (nodes.length === 0) return <p id={inputId}>{message('ui.graph.none')}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div id={inputId} className={styles.frame} role="group" aria-labelledby={labelledBy} tabIndex={0}>
      <div className={styles.graph} ref={frame}>
        {layers(nodes, links).map((layer) => (
          <div key={layer[0]?.id} className={styles.layer}>
            {layer.map((node) => (
              <Node
                key={node.id}
                node={node}
                whole={whole}
                more={(count) => message('ui.graph.more', { count })}
              />
            ))}
          </div>
        ))}
        <svg className={styles.lines} aria-hidden="true">
          {drawn.map(({ id, path, arrow }) => (
            <g key={id}>
              <path d={path} className={styles.line} />
              <path d={arrow} className={styles.arrow} />
            </g>
          ))}
        </svg>
        {drawn.map(({ id, title, x, y }) =>
          title ? (
            <span
              key={id}
              className={styles.label}
              style={{ insetInlineStart: x, insetBlockStart: y }}
              aria-hidden="true"
            >
              {title}
            </span>
          ) : null,
        )}
      </div>
      <ul className={styles.spoken}>
        {links.map(({ from, to, title }) => (
          <li key={`${from} ${to}`}>
            {message('ui.graph.link', { from: titleOf(from), to: titleOf(to), title: title ?? '' })}
          </li>
        ))}
      </ul>
    </div>
  );
}

type NodeProps = {
  readonly node: GraphNode;
  readonly whole?: string;
  readonly more: (count: number) => string;
};

function Node({ node, whole, more }: NodeProps) {
  return (
    <div className={styles.node} data-node={node.id} data-open={node.title === '' || undefined}>
      <strong className={styles.title}>{node.title || node.id}</strong>
      {node.note && <span className={styles.note}>{node.note}</span>}
      {node.parts.length > 0 && <Parts parts={node.parts} more={more} />}
      {node.title && node.parts.length === 0 && whole && <span className={styles.whole}>{whole}</span>}
    </div>
  );
}

type PartsProps = { readonly parts: readonly GraphPart[]; readonly more: (count: number) => string };

function Parts({ parts, more }: PartsProps) {
  const rest = parts.slice(SHOWN);
  return (
    <>
      <ul className={styles.parts}>{parts.slice(0, SHOWN).map((part, index) => item(part, index, more))}</ul>
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{more(rest.length)}</summary>
          <ul className={styles.parts}>{rest.map((part, index) => item(part, index, more))}</ul>
        </details>
      )}
    </>
  );
}

function item(part: GraphPart, index: number, more: PartsProps['more']) {
  return (
    <li key={index}>
      <span className={styles.part}>{part.title}</span>
      {part.note && <span className={styles.note}>{part.note}</span>}
      {part.parts.length > 0 && <Parts parts={part.parts} more={more} />}
    </li>
  );
}

/** Redraws the lines when boxes change, the page resizes or parts unfold. */
function useLines(value: unknown, links: readonly GraphLink[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<readonly Line[]>([]);
  const latest = useRef(links);
  latest.current = links;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value draws other boxes
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const draw = () => setDrawn(routeLinks(element, latest.current));
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    for (const node of element.querySelectorAll('[data-node]')) observer.observe(node);
    draw();
    return () => observer.disconnect();
  }, [value]);
  return { frame, drawn };
}

export const graphEntry: WidgetEntry = {
  name: 'graph',
  tester: named('graph'),
  component: GraphWidget,
  frame: 'bare',
  showsReadOnly: true,
};
