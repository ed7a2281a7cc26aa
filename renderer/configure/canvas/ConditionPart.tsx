import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import form from '../form.module.css';
import { useUnfinished } from './useUnfinished.ts';

type Props = {
  readonly entity: string;
  /** The condition of the change, over the record as typed. */
  readonly text: string;
  readonly onKeep: (text: string) => void;
};

/** When a part is shown: always, or while a condition over the record holds. */
export function ConditionPart({ entity, text, onKeep }: Props) {
  const say = useMessage();
  const [typed, setTyped] = useUnfinished('condition', text);
  const now = typed ?? text;
  return (
    <div className={form.form}>
      <p className={form.legend}>{say('configure.canvas.when')}</p>
      <ConditionEditor label={say('configure.canvas.when')} entity={entity} text={now} onChange={setTyped} />
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
