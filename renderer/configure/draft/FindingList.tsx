import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Change } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import type { DraftFinding } from '../draftTypes.ts';
import { useChangeName } from '../releases/useChangeName.ts';
import { useWork } from '../work.tsx';
import { addressOfChange } from './addressOfChange.ts';
import styles from './draft.module.css';
import { useFindings } from './useFindings.ts';

/** Lists the findings about these changes, or about the current input; each also shows at its input. */
export function FindingList({ of }: { of?: readonly Change[] }) {
  return <Findings lines={useFindings(of)} />;
}

/** Findings of the whole draft, each with a link to its change. */
export function DraftFindings({ findings }: { findings: readonly DraftFinding[] }) {
  const { model } = useWork();
  const nameOf = useChangeName();
  const lines = findings.map(({ Level, Message, Change: change }): Line => {
    if (!change) return { level: Level, text: Message };
    const id = { kind: change.Kind, name: change.Name };
    return { level: Level, text: Message, to: addressOfChange(model, id), about: nameOf(id) };
  });
  return <Findings lines={lines} />;
}

type Line = {
  readonly level: 'error' | 'warning' | 'confirm';
  readonly text: string;
  readonly to?: string | undefined;
  readonly about?: string;
};

function Findings({ lines }: { lines: readonly Line[] }) {
  const say = useMessage();
  return (
    <section aria-label={say('configure.findings')} aria-live="polite">
      {lines.length > 0 && (
        <ul className={styles.findings}>
          {lines.map(({ level, text, to, about = '' }) => (
            <li key={`${about} ${text}`} className={styles.finding} data-level={level}>
              <Icon icon={level === 'error' ? CircleAlert : TriangleAlert} size="small" />
              <span>
                {to && (
                  <>
                    <Link to={to}>{about}</Link>
                    {' – '}
                  </>
                )}
                {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
