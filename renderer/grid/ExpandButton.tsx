import { ChevronRight } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { Icon } from '../parts/Icon.tsx';
import styles from './grid.module.css';

type Props = {
  readonly name: string;
  readonly isOpen: boolean;
  /** Id of the detail that it opens. */
  readonly controls: string;
  readonly onToggle: () => void;
};

/** Expands or collapses the detail of a row. */
export function ExpandButton({ name, isOpen, controls, onToggle }: Props) {
  const say = useMessage();
  return (
    <button
      type="button"
      className={styles.expand}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={say('ui.grid.details', { name })}
      onClick={onToggle}
    >
      <Icon icon={ChevronRight} size="small" />
    </button>
  );
}
