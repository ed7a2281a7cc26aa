import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import form from '../form.module.css';
import { useUnfinished } from './useUnfinished.ts';

type Props = {
  readonly entity: string;
  /** The condition of the change, over the record as typed. */
  readonly text: string;
  /** What is shown; tells the two conditions of a section apart. */
  readonly of?: 'part' | 'tab';
  readonly onKeep: (text: string) => void;
};

/** When a part is shown: always, or while a condition over the record holds. */
export function ConditionPart({ entity, text, of = 'part', onKeep }: Props) {
  const say = useMessage();
  const [typed, setTyped] = useUnfinished(of === 'tab' ? 'tabCondition' : 'condition', text);
  const now = typed ?? text;
  const when = say(of === 'tab' ? 'configure.canvas.tab-when' : 'configure.canvas.when');
  return (
    <div className={form.form}>
      <p className={form.legend}>{when}</p>
      <ConditionEditor label={when} entity={entity} text={now} onChange={setTyped} />
      {now !== text && (
        <div className={form.buttons}>
          <Button size="small" onPress={() => onKeep(now.trim())}>
            {say('configure.canvas.apply-condition')}
          </Button>
        </div>
      )}
    </div>
  );
}
