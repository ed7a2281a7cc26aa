import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { PreviewFrame } from '../../widgets/html/PreviewFrame.tsx';
import styles from './automations.module.css';

export type StepAnswer = {
  readonly Do: string;
  readonly Step: string;
  readonly Outcome: 'done' | 'skipped' | 'stopped' | 'waiting' | 'failed';
  readonly Values: Readonly<Record<string, unknown>> | null;
  readonly Reason: string | null;
  readonly Milliseconds: number;
};

const tones = {
  done: 'success',
  skipped: 'neutral',
  stopped: 'neutral',
  waiting: 'warning',
  failed: 'danger',
} as const;

/** What each step did, or would do: one below the other, so that an email has the whole width. */
export function StepResults({ steps }: { readonly steps: readonly StepAnswer[] }) {
  const say = useMessage();
  return (
    <ol className={styles.results} aria-label={say('configure.automation.steps')}>
      {steps.map(({ Step, Do, Outcome, Values, Reason, Milliseconds }) => (
        <li key={`${Step} ${Do}`} className={styles.result}>
          <span className={area.line}>
            <strong>{`${numberOf(Step)} ${say(`configure.automation.do.${Do}`)}`}</strong>
            <Badge tone={tones[Outcome]}>{say(`configure.step.${Outcome}`)}</Badge>
            <span className={area.quiet}>{`${Milliseconds} ms`}</span>
          </span>
          {Reason && <span>{Reason}</span>}
          <ValueLines values={Values} />
        </li>
      ))}
    </ol>
  );
}

const numberOf = (step: string): string =>
  step
    .split('/')
    .map((part) => Number(part) + 1)
    .join('.');

type Told = {
  readonly To?: string;
  readonly Name?: string;
  readonly Subject?: string;
  readonly Text?: string;
  readonly Reason?: string;
  /** Sanitized by the server. */
  readonly Html?: string;
  readonly Attached?: readonly string[];
};

function ValueLines({ values }: { readonly values: StepAnswer['Values'] }) {
  const say = useMessage();
  const formats = useFormats();
  const language = useLocale();
  if (!values) return null;
  const { told, count, ...others } = values;
  return (
    <>
      {Object.entries(others).map(([name, value]) => (
        <span key={name}>
          {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
      {told === undefined && typeof count === 'number' && (
        <span>{say('configure.step.count', { count })}</span>
      )}
      {((told ?? []) as readonly Told[]).map((one) => (
        <span key={`${one.To ?? one.Name}`} className={area.stack}>
          <strong>{one.To ?? one.Name}</strong>
          {one.Reason && <span>{say(`configure.step.told.${one.Reason}`)}</span>}
          {one.Subject && <span>{one.Subject}</span>}
          {one.Html ? (
            <PreviewFrame
              html={one.Html}
              title={say('configure.step.preview', { to: one.To ?? one.Name })}
              language={language}
              width="wide"
              size="fit"
            />
          ) : (
            one.Text && <span style={{ whiteSpace: 'pre-wrap' }}>{one.Text}</span>
          )}
          {one.Attached && (
            <span>{say('configure.step.attached', { names: formats.list(one.Attached) })}</span>
          )}
        </span>
      ))}
    </>
  );
}
