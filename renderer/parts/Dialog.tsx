import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useMessage } from '../data/messages.tsx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly open?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  /** `alertdialog` interrupts: it is read at once and a click beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  /** False while closing would lose work or where an answer is needed. */
  readonly dismissable?: boolean;
  /** True where a click beside it, which is soon done by mistake, would lose what was typed; Escape still closes it. */
  readonly holdsWork?: boolean;
  readonly id?: string;
};

/** A window over the page: focus moves in, stays in, and comes back. Escape closes it. */
export function Dialog(props: DialogProps) {
  const { role = 'dialog', size = 'medium', dismissable = true, holdsWork = false, open = true } = props;
  const say = useMessage();
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={open}
      isDismissable={dismissable && role === 'dialog' && !holdsWork}
      isKeyboardDismissDisabled={!dismissable}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      <Modal className={styles.modal} data-size={size}>
        <AriaDialog className={styles.dialog} role={role} id={props.id}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title}>
              {props.title}
            </Heading>
          </header>
          <div className={styles.body}>{props.children}</div>
          {props.actions && <footer className={styles.footer}>{props.actions}</footer>}
          {/* At the top right, but the last the keyboard comes to: first what the window is about. */}
          {dismissable && role === 'dialog' && (
            <div className={styles.close}>
              <IconButton
                icon={X}
                label={say('ui.close')}
                size="small"
                tooltip={false}
                slot={null}
                onPress={props.onClose}
              />
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
