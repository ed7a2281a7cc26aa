import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type Change, formatMessage, type Locale, type OverlayFinding } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { DraftFinding } from '../draftTypes.ts';
import { useTrialFindings } from '../preview/trial.tsx';
import { useWork } from '../work.tsx';
import styles from './draft.module.css';

/** What is wrong with these changes: while they are typed, and, once they are in the draft, as the server sees them. */
export function FindingList({ of }: { of: readonly Change[] }) {
  const tried = useTrialFindings();
  const { draft } = useWork();
  const isOurs = (kind: string | undefined, name: string | undefined) =>
    of.some((change) => change.kind === kind && change.name === name);
  const sayOverlay = useSayOverlay();
  const typed = tried
    .filter(({ change }) => isOurs(change?.kind, change?.name))
    .map((finding) => ({ level: finding.level, text: sayOverlay(finding) }));
  const kept = draft.Findings.filter(({ Change }) => isOurs(Change?.Kind, Change?.Name)).map(
    ({ Level, Message }) => ({ level: Level, text: Message }),
  );
  return <Findings lines={[...new Map([...typed, ...kept].map((one) => [one.text, one])).values()]} />;
}

/** Findings of the whole draft. */
export function DraftFindings({ findings }: { findings: readonly DraftFinding[] }) {
  return <Findings lines={findings.map(({ Level, Message }) => ({ level: Level, text: Message }))} />;
}

type Line = { readonly level: 'error' | 'warning'; readonly text: string };

function Findings({ lines }: { lines: readonly Line[] }) {
  const say = useMessage();
  return (
    <section aria-label={say('configure.findings')} aria-live="polite">
      {lines.length > 0 && (
        <ul className={styles.findings}>
          {lines.map(({ level, text }) => (
            <li key={text} className={styles.finding} data-level={level}>
              <Icon icon={level === 'error' ? CircleAlert : TriangleAlert} size="small" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The sentence of a finding in the person's language; its params may be texts of every language. */
export function useSayOverlay() {
  const model = useModel();
  const locale = useLocale();
  return ({ code, params }: Pick<OverlayFinding, 'code' | 'params'>) =>
    formatMessage(model, locale, `overlay.${code}`, inLanguage(params, locale));
}

function inLanguage(params: OverlayFinding['params'], locale: Locale) {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[locale] : value,
  ]);
  return Object.fromEntries(entries);
}
