import { useState } from 'react';
import type { FieldConflict } from '#engine';
import type { ConflictOptions } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import styles from './ConflictDialog.module.css';

type Side = 'mine' | 'theirs';
type Choices = Readonly<Record<string, Side>>;

type Props = { readonly options: ConflictOptions; readonly onAnswer: (choices: Choices | undefined) => void };

/** Merges two changes field by field, after another person saved first. */
export function ConflictDialog({ options, onAnswer }: Props) {
  const say = useMessage();
  const { conflicts } = options;
  const [choices, setChoices] = useState<Choices>(() => startingChoices(conflicts));
  const all = (side: Side) => setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, side])));
  return (
    <Dialog
      size="large"
      title={say('ui.conflict.title')}
      onClose={() => onAnswer(undefined)}
      main={{ label: say('ui.conflict.merge'), onPress: () => onAnswer(choices) }}
      cancel={say('ui.conflict.keep-editing')}
      actions={
        <>
          <Button onPress={() => all('mine')}>{say('ui.conflict.all-mine')}</Button>
          <Button onPress={() => all('theirs')}>{say('ui.conflict.all-theirs')}</Button>
        </>
      }
    >
      <p className={styles.intro}>{say('ui.conflict.text', { count: conflicts.length })}</p>
      <div className={styles.head} aria-hidden="true">
        <span />
        <span>{say('ui.conflict.mine')}</span>
        <span>{say('ui.conflict.theirs')}</span>
      </div>
      {conflicts.map((conflict) => (
        <Row
          key={conflict.path}
          conflict={conflict}
          options={options}
          chosen={choices[conflict.path] ?? 'mine'}
          onChoose={(side) => setChoices({ ...choices, [conflict.path]: side })}
        />
      ))}
    </Dialog>
  );
}

type RowProps = {
  readonly conflict: FieldConflict;
  readonly options: ConflictOptions;
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
};

function Row({ conflict, options, chosen, onChoose }: RowProps) {
  const say = useMessage();
  const { path } = conflict;
  const [label, changed] = [options.label(path), options.changed(path)];
  return (
    <fieldset className={styles.row}>
      <legend className={styles.field}>
        {label}
        {changed && <span className={styles.changed}>{changed}</span>}
      </legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={styles.choice} data-state={side === chosen ? 'chosen' : 'idle'}>
          <input
            type="radio"
            name={`conflict-${path}`}
            checked={side === chosen}
            onChange={() => onChoose(side)}
            aria-label={say('ui.labelled', {
              label: say(`ui.conflict.${side}`),
              text: options.format(path, conflict[side]) || say('ui.empty-value'),
            })}
          />
          <span className={styles.value}>
            {options.format(path, conflict[side]) || say('ui.empty-value')}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Fields changed only by them start as theirs; fields changed by both start as mine. */
function startingChoices(conflicts: readonly FieldConflict[]): Choices {
  return Object.fromEntries(
    conflicts.map(({ path, both, mine, base }) => [path, startingSide(both, mine, base)]),
  );
}

function startingSide(both: boolean, mine: unknown, base: unknown): Side {
  return both || JSON.stringify(mine) !== JSON.stringify(base) ? 'mine' : 'theirs';
}
