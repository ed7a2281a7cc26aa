import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { DialogBody, LeaveQuestion } from './Dialog.tsx';
import type { DialogProblem } from './dialogRefusal.ts';
import styles from './InlineForm.module.css';
import { type DialogMain, useDialogWork } from './useDialogWork.ts';

type Props = {
  readonly title: string;
  readonly main: DialogMain;
  readonly close: string;
  readonly problems?: readonly DialogProblem[] | undefined;
  readonly holdsWork?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * The content of a window in the page itself, with the same care: focus starts in its first field, Enter
 * presses its main button, Escape closes it, and closing asks first if input would be lost.
 */
export function InlineForm({ title, main, close, problems, holdsWork = false, onClose, children }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const work = useDialogWork({ body, main, holdsWork, onClose });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    work.close();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is the landmark; this is a group within it
    <div
      role="group"
      className={styles.form}
      aria-label={title}
      data-window
      data-screen-only
      onKeyDown={press}
    >
      <DialogBody body={body} work={work} problems={problems} className={styles.body}>
        {children}
      </DialogBody>
      <footer className={styles.footer}>
        <Button
          tone={main.tone ?? 'primary'}
          busy={work.isSending}
          disabled={main.disabled}
          refusal={main.refusal}
          onRefused={work.press}
          onPress={work.press}
        >
          {main.label}
        </Button>
        <Button disabled={work.isHeld} onPress={work.close}>
          {close}
        </Button>
      </footer>
      {work.isAsking && <LeaveQuestion stay={work.stay} leave={work.leave} />}
    </div>
  );
}
