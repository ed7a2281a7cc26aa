import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from './inclusion.module.css';

export type Delayed = {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Blocks the page while the delay runs. */
  readonly overlay: ReactNode;
};

/** Something that opens after a declared delay, with the page blocked until then. */
export function useDelayed(milliseconds: number, label: string): Delayed {
  const [state, setState] = useState<'closed' | 'waiting' | 'open'>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => {
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
  return { isOpen: state === 'open', open, close: () => setState('closed'), overlay };
}
