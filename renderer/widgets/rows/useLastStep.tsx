import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { keyBindings } from '../../data/keyBindings.ts';
import { Button } from '../../parts/Button.tsx';
import styles from '../rows.module.css';
import type { WidgetProps } from '../types.ts';

type Done = {
  readonly texts: readonly string[];
  readonly undo: () => void;
  /** The list right after the step; Ctrl+Z undoes it only while this is unchanged. */
  readonly after: string;
};

type LastStep = {
  readonly tell: (texts: readonly string[], back: () => void) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly notice: ReactNode;
};

/**
 * Reports the last step below the rows, with undo by button, or by Ctrl+Z while nothing has changed since.
 */
export function useLastStep(
  { form, view, message, isReadOnly }: WidgetProps,
  list: RefObject<HTMLElement | null>,
): LastStep {
  const [done, setDone] = useState<Done>();
  const look = () => JSON.stringify(form.view(view.path).value ?? null);
  const undo = () => {
    list.current?.focus();
    setDone(undefined);
    done?.undo();
  };
  return {
    tell: (texts: readonly string[], back: () => void) => setDone({ texts, undo: back, after: look() }),
    press: (event: KeyboardEvent) => {
      if (event.defaultPrevented || !done || !keyBindings.undo.is(event) || done.after !== look()) return;
      event.preventDefault();
      undo();
    },
    notice: (
      <div className={styles.notice} role="status">
        {done && !isReadOnly && (
          <>
            <div>
              {done.texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <Button size="small" tone="quiet" onPress={undo}>
              {message('ui.undo')}
            </Button>
          </>
        )}
      </div>
    ),
  };
}
