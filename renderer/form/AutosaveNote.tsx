import type { FormBlock, Reason } from '#engine';
import { useFormStatus } from '../data/useFormState.ts';
import { Button } from '../parts/Button.tsx';
import type { AutosaveState } from './createAutosave.ts';
import { lockOfAll } from './FormActions.tsx';
import { useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { HiddenFieldsButton } from './HiddenFields.tsx';
import { reasonText } from './ReasonLine.tsx';

/** A form that saves on blur is neither saved nor waiting while a field is being edited. */
function messageOf({ save }: FormBlock, { kind }: AutosaveState): string {
  const waits = save.auto?.delay === undefined && (kind === 'idle' || kind === 'waiting');
  return waits ? 'on-blur' : kind;
}

type Props = {
  readonly block: FormBlock;
  readonly locked: Reason | undefined;
  readonly state: AutosaveState;
  readonly onRetry: () => void;
};

/** Shows the autosave state of a form. */
export function AutosaveNote({ block, locked, state, onRetry }: Props) {
  const tools = useFormTools();
  useFormStatus(tools.form);
  const { say } = tools;
  const lock = locked ?? lockOfAll(tools, block);
  return (
    <div
      className={styles.actions}
      data-state={'text' in state ? 'dirty' : 'clean'}
      data-autosave={state.kind}
    >
      <p className={styles.note} role="status">
        {lock ? reasonText(tools, lock) : say(`ui.autosave.${messageOf(block, state)}`)}
        {!lock && 'text' in state && ` ${state.text}`}
      </p>
      <HiddenFieldsButton block={block} />
      {!lock && state.kind === 'failed' && (
        <Button tone="neutral" onPress={onRetry}>
          {say('ui.autosave.retry')}
        </Button>
      )}
    </div>
  );
}
