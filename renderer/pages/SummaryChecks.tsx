import { CircleCheck, CircleDashed } from 'lucide-react';
import type { Scope, SummaryBlock, SummaryCheck } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, type ScreenScope } from '../data/screenScope.ts';
import { Icon } from '../parts/Icon.tsx';
import styles from './SummaryBlockView.module.css';
import { SummaryLink } from './SummaryLink.tsx';

type Props = {
  readonly block: SummaryBlock;
  readonly checks: readonly SummaryCheck[];
  readonly values: Scope;
  readonly scope: ScreenScope;
  readonly isReady: boolean;
};

/** Checks before the next step: done ones are ticked, open ones link to where they are fixed. */
export function SummaryChecks({ block, checks, values, scope, isReady }: Props) {
  const say = useMessage();
  const judged = checks.map((check) => ({
    check,
    isDone: isReady && evaluateOn(check.holds, values, false) === true,
  }));
  const done = judged.filter(({ isDone }) => isDone).length;
  const isComplete = done === checks.length;
  return (
    <div className={styles.checks} data-state={isComplete ? 'complete' : 'open'} aria-busy={!isReady}>
      <p className={styles.checksTitle} role="status">
        {isComplete && block.checksDone ? (
          <>
            <Icon icon={CircleCheck} size="small" />
            {say(block.checksDone)}
          </>
        ) : (
          <>
            {block.checksTitle && say(block.checksTitle)}
            {isReady && (
              <span className={styles.count}>{say('ui.summary.count', { done, count: checks.length })}</span>
            )}
          </>
        )}
      </p>
      {!(isComplete && block.checksDone) && (
        <ul className={styles.list}>
          {judged.map(({ check, isDone }) => (
            <CheckLine key={check.label} {...{ check, isDone, scope, isReady }} />
          ))}
        </ul>
      )}
    </div>
  );
}

type LineProps = {
  readonly check: SummaryCheck;
  readonly isDone: boolean;
  readonly isReady: boolean;
  readonly scope: ScreenScope;
};

function CheckLine({ check, isDone, isReady, scope }: LineProps) {
  const say = useMessage();
  return (
    <li className={styles.check} data-state={isDone ? 'done' : isReady ? 'missing' : 'waiting'}>
      <Icon icon={isDone ? CircleCheck : CircleDashed} size="small" />
      <SummaryLink to={isDone ? undefined : check.to} scope={scope}>
        {say(check.label)}
      </SummaryLink>
      {isReady && (
        <span className={styles.hidden}>{say(isDone ? 'ui.summary.done' : 'ui.summary.missing')}</span>
      )}
    </li>
  );
}
