import { type ReactNode, useState } from 'react';
import { useDialogs } from '../data/dialogs.tsx';
import { errorText } from '../data/errorText.ts';
import { useMessage } from '../data/messages.tsx';
import area from './area.module.css';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import styles from './SwitchCard.module.css';

type Props = {
  readonly id?: string;
  readonly title: string;
  readonly isOn: boolean;
  /** Whether it has an effect: it may be on where nothing can use it. Default: `isOn`. */
  readonly isInUse?: boolean;
  readonly words: { readonly on: string; readonly off: string; readonly confirmOff: string };
  readonly turn: (isOn: boolean) => Promise<unknown>;
  readonly children: ReactNode;
};

/** Something that is on or off for everyone; turning it off is confirmed. */
export function SwitchCard({ id, title, isOn, isInUse = isOn, words, turn, children }: Props) {
  const say = useMessage();
  const dialogs = useDialogs();
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    if (isOn && !(await dialogs.confirm(words.confirmOff, { yes: words.off, tone: 'danger' }))) return;
    setProblem(undefined);
    try {
      await turn(!isOn);
    } catch (error) {
      setProblem(errorText(error, say));
    }
  };
  return (
    <Card
      {...(id !== undefined && { id })}
      title={title}
      actions={
        <Badge tone={isInUse ? 'success' : 'neutral'}>
          {say(`program-access.is-${isInUse ? 'on' : 'off'}`)}
        </Badge>
      }
    >
      <div className={styles.content}>
        {children}
        <div className={area.line}>
          <Button tone={isOn ? 'danger' : 'primary'} onPress={() => void press()}>
            {isOn ? words.off : words.on}
          </Button>
          {problem && <p role="alert">{problem}</p>}
        </div>
      </div>
    </Card>
  );
}
