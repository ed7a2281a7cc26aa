import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { PreviewFrame } from '../../widgets/html/PreviewFrame.tsx';
import { PlainTable } from '../PlainTable.tsx';

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

/** What each step did, or would do. */
export function StepResults({ steps }: { readonly steps: readonly StepAnswer[] }) {
  const say = useMessage();
  return (
    <PlainTable
      label={say('configure.automation.steps')}
      rows={steps}
      rowId={({ Step, Do }) => `${Step} ${Do}`}
      columns={[
        {
          id: 'step',
          title: say('configure.automation.step'),
          isHead: true,
          cell: ({ Step, Do }) =>
            `${Step.split('/')
              .map((part) => Number(part) + 1)
              .join('.')} ${say(`configure.automation.do.${Do}`)}`,
        },
        {
          id: 'outcome',
          title: say('configure.automation.state'),
          cell: ({ Outcome }) => <Badge tone={tones[Outcome]}>{say(`configure.step.${Outcome}`)}</Badge>,
        },
        {
          id: 'values',
          title: say('configure.step.values'),
          cell: ({ Values, Reason }) => (
            <span className={area.stack}>
              {Reason && <span>{Reason}</span>}
              <ValueLines values={Values} />
            </span>
          ),
        },
        { id: 'time', title: say('configure.step.time'), cell: ({ Milliseconds }) => `${Milliseconds} ms` },
      ]}
    />
  );
}

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
  const { told, ...others } = values;
  return (
    <>
      {Object.entries(others).map(([name, value]) => (
        <span key={name}>
          {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
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
