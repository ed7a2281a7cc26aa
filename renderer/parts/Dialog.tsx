import { CircleAlert, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useMessage } from '../data/messages.tsx';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { type DialogProblem, focusProblem } from './dialogRefusal.ts';
import { DialogSendContext } from './dialogSend.ts';
import { FieldRefusalsContext } from './fieldRefusals.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { RichText } from './RichText.tsx';
import { type DialogMain, useDialogFocus, useDialogWork } from './useDialogWork.ts';

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The main button; Enter in a field presses it. */
  readonly main?: DialogMain;
  /** Label of the button that closes without changes. */
  readonly cancel?: string;
  /** Other buttons; without `main`, all buttons, the main one last. */
  readonly actions?: ReactNode;
  /** A second button that sends a call, with the care of the main one. */
  readonly other?: Pick<DialogMain, 'label' | 'onPress'> | undefined;
  /** Fields with errors, listed with links. */
  readonly problems?: readonly DialogProblem[];
  readonly onClose: () => void;
  readonly open?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  /** `alertdialog` interrupts: it is announced at once, and a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  /** False if an answer is required. */
  readonly dismissable?: boolean;
  /** True if closing would lose more than the input in the fields. */
  readonly holdsWork?: boolean;
  readonly id?: string;
};

/**
 * A modal dialog: focus starts in its first field, Enter presses its main button, and closing asks first if
 * input would be lost. Focus is trapped, and returns on close.
 */
export function Dialog(props: DialogProps) {
  const { role = 'dialog', size = 'medium', dismissable = true, holdsWork = false, open = true } = props;
  const say = useMessage();
  const body = useRef<HTMLDivElement>(null);
  const work = useDialogWork({ body, main: props.main, holdsWork, onClose: props.onClose });
  return (
    <>
      <ModalOverlay
        className={styles.overlay}
        isOpen={open}
        isDismissable={dismissable && role === 'dialog'}
        isKeyboardDismissDisabled={!dismissable}
        onOpenChange={(isOpen) => !isOpen && work.close()}
      >
        <Modal className={styles.modal} data-size={size}>
          <AriaDialog className={styles.dialog} role={role} id={props.id}>
            <header className={styles.header}>
              <Heading slot="title" level={2} className={styles.title}>
                {props.title}
              </Heading>
            </header>
            <DialogBody body={body} work={work} problems={props.problems}>
              {props.children}
            </DialogBody>
            <Footer {...props} work={work} />
            {/* At the top right, but last in the tab order: the content comes first. */}
            {dismissable && role === 'dialog' && (
              <div className={styles.close}>
                <IconButton
                  icon={X}
                  label={say('ui.close')}
                  size="small"
                  tooltip={false}
                  slot={null}
                  onPress={work.close}
                />
              </div>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
      {work.isAsking && <LeaveQuestion stay={work.stay} leave={work.leave} />}
    </>
  );
}

type BodyProps = Pick<DialogProps, 'children' | 'problems'> & {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly work: ReturnType<typeof useDialogWork>;
  readonly className?: string | undefined;
};

/** The content, below the errors that prevent the main action. */
export function DialogBody({ body, work, problems = [], className = styles.body, children }: BodyProps) {
  useDialogFocus(body);
  const all = [...problems, ...work.problems.filter(({ id }) => !problems.some((one) => one.id === id))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events that bubble up from the fields
    <div
      ref={body}
      className={className}
      onKeyDown={work.onKeyDown}
      onKeyDownCapture={work.begin}
      onPointerDownCapture={work.begin}
      onPasteCapture={work.begin}
      onBeforeInputCapture={work.begin}
      onInput={work.look}
    >
      {(all.length > 0 || work.text) && <Problems text={work.text} problems={all} />}
      <FieldRefusalsContext value={work.byField}>
        <DialogSendContext value={work.send}>{children}</DialogSendContext>
      </FieldRefusalsContext>
    </div>
  );
}

function Problems({ text, problems }: { text: string | undefined; problems: readonly DialogProblem[] }) {
  const say = useMessage();
  return (
    <div className={styles.problems} role="alert" tabIndex={-1} data-problems>
      <Icon icon={CircleAlert} />
      <div>
        {text && <RichText text={text} />}
        {problems.length > 0 && (
          <>
            <p>{say('ui.form.issues', { count: problems.length })}</p>
            <ul>
              {problems.map(({ id, label, text: said }) => (
                <li key={id}>
                  <button type="button" className={styles.way} onClick={() => focusProblem(id)}>
                    {label}
                  </button>
                  {said && ` ${said}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** The main button is at the end of the line, but first after the fields in the tab order. */
function Footer({ main, cancel, actions, other, onClose, work }: DialogProps & Pick<BodyProps, 'work'>) {
  const { press, isSending, isHeld } = work;
  if (!main) return actions && <footer className={styles.footer}>{actions}</footer>;
  return (
    <footer className={styles.footer} data-order="reversed">
      <Button
        tone={main.tone ?? 'primary'}
        busy={main.busy || isSending}
        disabled={main.disabled}
        refusal={main.refusal}
        onRefused={press}
        onPress={press}
      >
        {main.label}
      </Button>
      {other && (
        <Button tone="caution" disabled={isSending} onPress={() => work.send(other.onPress)}>
          {other.label}
        </Button>
      )}
      {actions}
      {cancel && (
        <Button disabled={isHeld} onPress={onClose}>
          {cancel}
        </Button>
      )}
    </footer>
  );
}

/** Asks before input is discarded. */
export function LeaveQuestion({ stay, leave }: { stay: () => void; leave: () => void }) {
  const say = useMessage();
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={say('ui.unsaved.title')}
      onClose={stay}
      actions={
        <>
          <Button autoFocus onPress={stay}>
            {say('ui.dialog.stay')}
          </Button>
          <Button tone="danger" onPress={leave}>
            {say('ui.dialog.leave')}
          </Button>
        </>
      }
    >
      <p>{say('ui.dialog.unsaved')}</p>
    </Dialog>
  );
}
