import { useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { type ActionModel, type Explanation, traceOf } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import popover from '../parts/popover.module.css';
import { RuleTrace } from './RuleTrace.tsx';
import styles from './WhyRefused.module.css';

/** What can be pressed, as far as it says when. */
type Pressable = Pick<ActionModel, 'id' | 'label' | 'place' | 'enabled'>;

type Props = {
  readonly action: Pressable;
  readonly scope: ScreenScope;
  readonly root: unknown;
  readonly sentence: string;
  readonly anchor: Element;
  readonly onClose: () => void;
};

/** Why a button does nothing: one sentence; for who changes the application also where that is declared and what it read. */
export function WhyRefusedPopover({ action, scope, root, sentence, anchor, onClose }: Props) {
  const say = useMessage();
  const trigger = useRef<Element>(anchor);
  trigger.current = anchor;
  const title = say('ui.why.action', { label: say(action.label) });
  return (
    <Popover
      className={popover.popover}
      triggerRef={trigger}
      isOpen
      offset={6}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={styles.why} aria-label={title}>
        <h4 className={styles.title}>{title}</h4>
        <p>{sentence}</p>
        <RuleTrace explanation={explain(action, scope, root)} to={`/configure/screens/${screenOf(action)}`} />
      </Dialog>
    </Popover>
  );
}

function explain({ id, place, enabled }: Pressable, scope: ScreenScope, root: unknown): Explanation {
  return {
    id,
    ...place,
    text: enabled?.text ?? '',
    trace: enabled && traceOf(enabled, expressionScope(scope, root)),
  };
}

/** `screens/catalogue/product.json`: the name of the file is that of the screen. */
function screenOf({ place }: Pressable): string {
  return (
    place.file
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '') ?? ''
  );
}
