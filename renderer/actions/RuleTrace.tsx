import { changeKinds, type Explanation, type Model, traceLines } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { pageOfChange } from '../data/pageOfChange.ts';
import { Link } from '../parts/Link.tsx';
import styles from './trace.module.css';

type Props = {
  readonly explanation: Explanation;
  /** Where the declaration can be edited. */
  readonly to: string;
};

/** Shows configurators where a rule is declared, what it read and its result. Renders nothing for others. */
export function RuleTrace({ explanation, to }: Props) {
  const say = useMessage();
  const { Features } = useUser();
  const model = useModel();
  const hasConfigurator = [...model.screens.values()].some(({ route }) => route.startsWith('/configure'));
  if (!Features.includes('Configuration.Edit')) return null;
  const { file, pointer, overlay, trace } = explanation;
  const change = overlay && addressOf(model, overlay);
  return (
    <div className={styles.trace}>
      <code className={styles.place}>
        {file}#{pointer}
      </code>
      {overlay && <p>{say('ui.why.overlay', { name: overlay })}</p>}
      {trace && (
        <ul className={styles.lines} aria-label={say('ui.why.trace')}>
          {traceLines(trace).map(({ text, value, kind, isUnknown }) => (
            <li key={text} className={styles.line} data-kind={kind} data-value={outcome(value, isUnknown)}>
              <code>{text}</code>
              <code className={styles.value}>{isUnknown ? '?' : shown(value)}</code>
            </li>
          ))}
        </ul>
      )}
      {hasConfigurator && (
        // A change made here links to its own editor, such as a condition to the page of its field.
        <Link to={change ?? to}>{say(change ? 'ui.why.change' : 'ui.why.configure')}</Link>
      )}
    </div>
  );
}

/** Maps an overlay address such as `rule/product.fee-limit` to the page that edits it. */
function addressOf(model: Model, overlay: string): string | undefined {
  const slash = overlay.indexOf('/');
  const kind = changeKinds.find((each) => each === overlay.slice(0, slash));
  return kind && pageOfChange(model, { kind, name: overlay.slice(slash + 1) });
}

function outcome(value: unknown, isUnknown: boolean): string | undefined {
  if (isUnknown) return 'unknown';
  return typeof value === 'boolean' ? String(value) : undefined;
}

const longest = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '–';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
