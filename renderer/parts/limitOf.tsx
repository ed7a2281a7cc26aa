import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';

type Limited = {
  readonly id: string;
  readonly value: string;
  readonly maxLength?: number | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
};

/**
 * A text that is too long stays as it was typed or pasted, and says by how much: the browser's own `maxlength` would cut
 * it without a word. Spread over the control, the hint after it.
 */
export function limitOf({ id, value, maxLength, invalid, describedBy }: Limited) {
  const over = maxLength === undefined || value.length <= maxLength ? 0 : [...value].length - maxLength;
  if (over <= 0 || maxLength === undefined) return { over: 0, props: { invalid, describedBy } } as const;
  const hint = `${id}-length`;
  return {
    over,
    props: {
      invalid: true,
      describedBy: [describedBy, hint].filter(Boolean).join(' '),
    },
    hint: <LengthHint id={hint} over={over} limit={maxLength} />,
  } as const;
}

function LengthHint({ id, over, limit }: { id: string; over: number; limit: number }) {
  const say = useMessage();
  return (
    <span id={id} className={styles.hint} role="status">
      {say('ui.text.too-long', { count: over, limit })}
    </span>
  );
}
