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
 * Keeps an overlong text and says by how much it is too long, as the browser's `maxlength` would silently cut
 * it. Spread `props` over the control, and put the hint after it.
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
