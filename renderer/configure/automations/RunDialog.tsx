import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Dialog } from '../../parts/Dialog.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { type StepAnswer, StepResults } from './StepResults.tsx';

export type Run = {
  readonly Id: string;
  readonly Automation: string;
  readonly Event: string;
  readonly State: 'waiting' | 'done' | 'stopped' | 'failed' | 'cancelled';
  readonly RecordName: string | null;
  readonly CausedBy: string | null;
  readonly Attempts: number;
  readonly Date: string;
  readonly NextTry: string | null;
  readonly Milliseconds: number | null;
  readonly Problem: string | null;
  readonly Input: { readonly changes?: Readonly<Record<string, readonly unknown[]>> } | null;
  readonly Steps: readonly StepAnswer[];
};

/** Everything a run did, and why it ended. */
export function RunDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const say = useMessage();
  const formats = useFormats();
  const changes = Object.entries(run.Input?.changes ?? {});
  return (
    <Dialog title={run.RecordName || run.Automation} size="large" onClose={onClose}>
      <p className={area.quiet}>
        {say('configure.run.facts', { event: run.Event, by: run.CausedBy ?? '–', attempts: run.Attempts })}
        {run.Milliseconds !== null && ` ${run.Milliseconds} ms.`}
        {run.NextTry && ` ${say('configure.run.next', { at: formats.dateTime(run.NextTry) })}`}
      </p>
      {run.Problem && <p role="alert">{run.Problem}</p>}
      {changes.length > 0 && (
        <PlainTable
          label={say('configure.run.input')}
          rows={changes}
          rowId={([name]) => name}
          columns={[
            { id: 'field', title: say('configure.field'), isHead: true, cell: ([name]) => name },
            { id: 'before', title: say('configure.run.before'), cell: ([, [before]]) => written(before) },
            { id: 'after', title: say('configure.run.after'), cell: ([, [, after]]) => written(after) },
          ]}
        />
      )}
      <StepResults steps={run.Steps} />
    </Dialog>
  );
}

const written = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
