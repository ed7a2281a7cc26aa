import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from './inclusion.module.css';

export type Delayed = {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Blocks the page during the delay. */
  readonly overlay: ReactNode;
};

type Options = {
  readonly milliseconds: number;
  readonly label: string;
  /** False closes it; it does not reopen by itself. */
  readonly isAllowed: boolean;
};

/** Opens something after a declared delay, blocking the page meanwhile; closing restores the focus. */
export function useDelayed({ milliseconds, label, isAllowed }: Options): Delayed {
  const [state, setState] = useState<'closed' | 'waiting' | 'open'>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opener = useRef<Element>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isAllowed) setState('closed');
  }, [isAllowed]);
  const open = () => {
    opener.current = document.activeElement;
    setState('waiting');
    timer.current = setTimeout(() => setState('open'), milliseconds);
  };
  const overlay = state === 'waiting' && (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles.blocking}>
      <Modal>
        <Dialog aria-label={label} className={styles.blockingBox}>
          <Spinner label={label} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
  const close = () => {
    setState('closed');
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { isOpen: state === 'open' && isAllowed, open, close, overlay };
}
