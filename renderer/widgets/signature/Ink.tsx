import { type Stroke, signatureArea, strokesOf } from '#engine';
import styles from './signature.module.css';

const { width, height } = signatureArea;

type Props = {
  readonly drawing: string;
  /** Drawn in a script face where there is no drawing. */
  readonly name: string;
  readonly label: string;
  /** The stroke being drawn. */
  readonly current?: Stroke | undefined;
};

/** A signature as a picture, in the colour of the text around it. */
export function Ink({ drawing, name, label, current }: Props) {
  const strokes = [...strokesOf(drawing), ...(current ? [current] : [])];
  return (
    <svg className={styles.ink} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {strokes.length > 0 ? (
        <path className={styles.stroke} d={strokes.map(curve).join('')} />
      ) : (
        <text className={styles.typed} x={width / 2} y={height * 0.62} fontSize={sizeOf(name)}>
          {name}
        </text>
      )}
    </svg>
  );
}

/** Through the middle of each line between two points, so that corners are round. */
function curve([first = [0, 0], ...rest]: Stroke): string {
  const [x, y] = first;
  const last = rest.at(-1) ?? [x + 0.1, y];
  const arcs = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${point[0]} ${point[1]} ${(point[0] + next[0]) / 2} ${(point[1] + next[1]) / 2}`;
  });
  return `M${x} ${y}${arcs.join('')}L${last[0]} ${last[1]}`;
}

/** Long names fit into the width. */
const sizeOf = (name: string): number => Math.min(84, (width * 1.7) / Math.max(1, name.length));
