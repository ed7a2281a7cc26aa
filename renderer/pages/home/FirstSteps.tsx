import { useQueries } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { Model } from '#engine';
import { useApp } from '../../data/App.tsx';
import { mayOpen } from '../../data/mayOpen.ts';
import { useMessage } from '../../data/messages.tsx';
import { usePreference } from '../../data/preferences.ts';
import { keys, mayList, type Page } from '../../data/queries.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import styles from './home.module.css';
import { SampleData, useSampleData } from './SampleData.tsx';

type Step = {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly to: string;
  readonly call: string;
  readonly above?: number;
};

type Options = {
  readonly title: string;
  readonly text?: string;
  readonly steps: readonly Step[];
  readonly sample?: boolean;
};

/** The steps that set up an empty installation. Options: see base/widgets/blocks/first-steps.json. */
export function FirstSteps({ block }: BlockWidgetProps) {
  const { title, text, steps, sample } = block.options as Options;
  const say = useMessage();
  const { model, session } = useApp();
  const own = steps.filter((step) => mayTake(model, step, session.user.Features));
  const [kept, keep] = usePreference<boolean>(`first-steps.${block.id}`);
  // Few people set an installation up; the others are not asked about.
  const isOffered = own.length > 0 && kept !== undefined && kept.value !== true;
  const done = useDone(own, isOffered);
  // Others are refused it.
  const mayLoad = session.user.Features.includes('User.Manage');
  const state = useSampleData(isOffered && sample === true && mayLoad);
  if (!isOffered || done === undefined || (done.size === own.length && state?.IsLoaded !== true)) return null;
  return (
    <Card
      id={block.id}
      title={say(title)}
      actions={
        <Button tone="link" onPress={() => keep(true)}>
          {say('first-steps.close')}
        </Button>
      }
    >
      <div className={styles.first}>
        {text && <p className={styles.text}>{say(text)}</p>}
        <ol className={styles.steps}>
          {own.map((step) => (
            <StepLine key={step.id} step={step} isDone={done.has(step.id)} />
          ))}
        </ol>
        {state && <SampleData state={state} />}
      </div>
    </Card>
  );
}

function StepLine({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const say = useMessage();
  return (
    <li className={styles.step} data-state={isDone ? 'done' : 'open'}>
      <Icon icon={isDone ? CircleCheck : Circle} />
      <span className={styles.stepText}>
        <span>
          <Link to={step.to}>{say(step.title)}</Link>
          {isDone && <span className={hidden.hidden}> {say('first-steps.done')}</span>}
        </span>
        {step.text && !isDone && <span className={styles.date}>{say(step.text)}</span>}
      </span>
    </li>
  );
}

const mayTake = (model: Model, { to, call }: Step, features: readonly string[]): boolean =>
  mayOpen(model, to, features) && mayList(model, call, features);

/** The steps that are done; undefined until all lists have answered. */
function useDone(steps: readonly Step[], isNeeded: boolean): ReadonlySet<string> | undefined {
  const { api } = useApp();
  const answers = useQueries({
    queries: steps.map(({ call }) => ({
      queryKey: keys.list('first-steps', call),
      enabled: isNeeded,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page>(`${call}?pageSize=1`, { signal }),
    })),
  });
  if (answers.some(({ isPending }) => isPending)) return undefined;
  const isDone = ({ above = 0 }: Step, at: number) => (answers[at]?.data?.TotalItems ?? 0) > above;
  return new Set(steps.filter(isDone).map(({ id }) => id));
}
