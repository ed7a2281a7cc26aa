import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessage } from '../data/messages.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './StateBox.module.css';

type ErrorStateProps = {
  readonly title?: string;
  readonly text?: string;
  readonly icon?: LucideIcon;
  readonly onRetry?: () => void;
  readonly actions?: ReactNode;
};

/** Says what went wrong and what to do; announced, with a retry button if given. */
export function ErrorState(props: ErrorStateProps) {
  const say = useMessage();
  return (
    <div className={styles.box} data-state="error" role="alert">
      <Icon icon={props.icon ?? CircleAlert} size="large" />
      <p className={styles.title}>{props.title ?? say('ui.error.title')}</p>
      {props.text && <p className={styles.text}>{props.text}</p>}
      <div className={styles.actions}>
        {props.onRetry && <Button onPress={props.onRetry}>{say('ui.retry')}</Button>}
        {props.actions}
      </div>
    </div>
  );
}
