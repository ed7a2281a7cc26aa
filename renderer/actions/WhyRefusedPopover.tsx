import { useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { type ActionModel, type Explanation, traceOf } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import popover from '../parts/popover.module.css';
import { RuleTrace } from './RuleTrace.tsx';
import styles from './WhyRefused.module.css';

/** The parts of an action that decide whether it is enabled. */
type Pressable = Pick<ActionModel, 'id' | 'label' | 'place' | 'enabled'>;

type Props = {
  readonly action: Pressable;
  readonly scope: ScreenScope;
  readonly root: unknown;
  readonly sentence: string;
  readonly anchor: Element;
  readonly onClose: () => void;
};

/** Explains a disabled button in one sentence; configurators also see the rule behind it. */
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

/** The screen id, which is the file name in `screens/catalogue/product.json`. */
function screenOf({ place }: Pressable): string {
  return (
    place.file
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '') ?? ''
  );
}
