import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMessage } from '../data/messages.tsx';
import { Button } from './Button.tsx';
import styles from './FoldedFilters.module.css';
import { Icon } from './Icon.tsx';
import { usePhone } from './usePhone.ts';

type Props = {
  readonly children: ReactNode;
  /** Number of filters that are set. */
  readonly set: number;
  /** Lays the filters out. */
  readonly className?: string;
  /** A single filter is never folded. */
  readonly isSingle?: boolean;
  readonly startsOpen?: boolean;
};

/** Filters; on a phone one button shows and hides them, and says how many are set. */
export function FoldedFilters({ children, set, className, isSingle = false, startsOpen = false }: Props) {
  const say = useMessage();
  const id = useId();
  const isFolded = usePhone() && !isSingle;
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <div className={styles.folded} data-screen-only>
      {isFolded && (
        <Button
          icon={<Icon icon={ListFilter} size="small" />}
          expanded={isOpen}
          controls={id}
          onPress={() => setOpen(!isOpen)}
        >
          {set > 0 ? say('ui.grid.filters-set', { count: set }) : say('ui.grid.filters')}
        </Button>
      )}
      <div id={id} className={styles.fields} hidden={isFolded && !isOpen}>
        <div className={className}>{children}</div>
      </div>
    </div>
  );
}
