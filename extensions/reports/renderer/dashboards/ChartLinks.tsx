import { useState } from 'react';
import { Link } from 'react-router';
import { hiddenStyles, useMessage } from '#renderer';

type ChartPoint = { readonly name: string; readonly value: string; readonly to: string };

type Props = {
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** Shows the point that has the focus; undefined: none has. */
  readonly onFocus: (point: number | undefined) => void;
};

/** A link for each point of a chart: one tab stop, arrow keys from point to point, Enter for its records. */
export function ChartLinks({ label, points, onFocus }: Props) {
  const say = useMessage();
  const [chosen, choose] = useState(0);
  const current = Math.min(chosen, points.length - 1);
  const move = (list: Element, to: number) => {
    const at = Math.max(0, Math.min(points.length - 1, to));
    choose(at);
    (list.querySelectorAll('a')[at] as HTMLElement | undefined)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: arrow keys move between the links inside
    <ul
      className={hiddenStyles.hidden}
      aria-label={label}
      data-screen-only
      onKeyDown={(event) => {
        const to = destination(event.key, current, points.length);
        if (to === undefined) return;
        event.preventDefault();
        move(event.currentTarget, to);
      }}
    >
      {points.map(({ name, value, to }, at) => (
        <li key={to}>
          <Link
            to={to}
            tabIndex={at === current ? 0 : -1}
            aria-label={say('dashboard.records.of', { group: name, value })}
            onFocus={() => {
              choose(at);
              onFocus(at);
            }}
            onBlur={() => onFocus(undefined)}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function destination(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return from + 1;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return from - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
