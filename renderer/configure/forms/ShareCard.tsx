import { encode } from 'uqr';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useCopyAddress } from '../../parts/CopyAddress.tsx';
import styles from './forms.module.css';
import { useFormFacts } from './useFormFacts.ts';

/** The address of a form in force: to open, to copy, and as a code for phones. */
export function ShareCard({ id }: { readonly id: string }) {
  const say = useMessage();
  const found = useFormFacts().get(id);
  const copy = useCopyAddress(found?.Url ?? '');
  if (!found || found.IsOff) return null;
  return (
    <Card title={say('configure.form.share')} id="form-share">
      <p className={styles.url}>
        <a href={found.Url} target="_blank" rel="noreferrer">
          {found.Url}
        </a>
      </p>
      <div className={area.line}>
        <Button onPress={copy}>{say('configure.form.copy')}</Button>
      </div>
      <Code text={found.Url} label={say('configure.form.code')} />
    </Card>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} className={styles.code} viewBox={`0 0 ${size} ${size}`}>
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={dark.join('')} />
    </svg>
  );
}
