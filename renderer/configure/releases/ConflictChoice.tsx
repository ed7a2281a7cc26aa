import type { Change } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import styles from '../draft/draft.module.css';
import type { DraftConflict } from '../draftTypes.ts';
import form from '../form.module.css';
import { useChangeName } from './useChangeName.ts';

export type Take = 'mine' | 'theirs';

type Props = {
  readonly conflict: DraftConflict;
  readonly take: Take | undefined;
  readonly onTake: (take: Take) => void;
};

/** Which change it is about, and both values of all they differ in. */
export function ConflictChoice({ conflict, take, onTake }: Props) {
  const say = useMessage();
  const nameOf = useChangeName();
  const { Kind, Name, Mine, Theirs } = conflict;
  const name = nameOf({ kind: Kind, name: Name });
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{name}</legend>
      <div className={styles.sides}>
        {(
          [
            ['mine', Mine, Theirs],
            ['theirs', Theirs, Mine],
          ] as const
        ).map(([side, own, other]) => (
          <div key={side}>
            <label>
              <input
                type="radio"
                name={`${Kind}/${Name}`}
                checked={take === side}
                onChange={() => onTake(side)}
                aria-label={say('ui.labelled', { label: name, text: say(`configure.rebase.${side}`) })}
              />{' '}
              {say(`configure.rebase.${side}`)}
            </label>
            <pre className={styles.json}>{own ? differing(own, other) : say('configure.rebase.removed')}</pre>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Only what is not the same on both sides; all of it where the other side has nothing. */
function differing(own: Change, other: Change | null): string {
  const entries = Object.entries(own).filter(
    ([member, value]) =>
      member !== 'kind' &&
      member !== 'name' &&
      JSON.stringify(value) !== JSON.stringify((other as Record<string, unknown> | null)?.[member]),
  );
  return entries.map(([member, value]) => `${member}: ${written(value)}`).join('\n');
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
