import { CircleAlert, ShieldQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessage } from '../data/messages.tsx';
import styles from './FieldShell.module.css';
import { useFieldRefusal } from './fieldRefusals.ts';
import hidden from './hidden.module.css';
import { Icon } from './Icon.tsx';

/** A message shown below a field. */
export type FieldIssue = { readonly level: 'error' | 'warning' | 'confirm'; readonly text: string };

type FieldShellProps = {
  /** Id of the control; ids of label, help and issues are derived from it. */
  readonly id: string;
  readonly label: string;
  /** In a window: the path of the value in the body that is sent, where errors of the server are shown. */
  readonly name?: string | undefined;
  readonly required?: boolean;
  readonly help?: string;
  readonly issues?: readonly FieldIssue[];
  /** `group` for radio groups, tag pickers and lists, whose label names a group instead of one input. */
  readonly as?: 'label' | 'group';
  /** Hides the label visually if the title above says the same. */
  readonly isLabelHidden?: boolean;
  /** Beside the label: a 'Why?' button, a counter, a reset. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every field: label, control, help and issues. */
export function FieldShell(props: FieldShellProps) {
  const { id, label, required, help, as = 'label', aside, isLabelHidden, children } = props;
  const issues = withRefused(props.issues ?? [], useFieldRefusal(id));
  const ids = fieldIds(id);
  const look = isLabelHidden ? hidden.hidden : styles.label;
  const text = <LabelText label={label} required={required} />;
  return (
    <div className={styles.shell} data-state={worstLevel(issues)} data-field={id} data-name={props.name}>
      <div className={styles.head} data-bare={(isLabelHidden && as === 'group') || undefined}>
        {as === 'label' ? (
          <label id={ids.label} htmlFor={id} className={look}>
            {text}
          </label>
        ) : (
          <span id={ids.label} className={look}>
            {text}
          </span>
        )}
        {aside}
      </div>
      {children}
      {help && (
        <p id={ids.help} className={styles.help}>
          {help}
        </p>
      )}
      <FieldIssues id={ids.issues} issues={issues} />
    </div>
  );
}

function withRefused(issues: readonly FieldIssue[], refused: readonly string[]): readonly FieldIssue[] {
  const more = refused.filter((text) => !issues.some((issue) => issue.text === text));
  return [...issues, ...more.map((text) => ({ level: 'error' as const, text }))];
}

/** The messages below a field, in a live region that announces new ones. */
export function FieldIssues(props: { id: string; issues: readonly FieldIssue[] }) {
  return (
    <div id={props.id} className={styles.issues} aria-live="polite">
      {props.issues.map((issue) => (
        <p key={issue.text} className={styles.issue} data-level={issue.level}>
          <Icon icon={icons[issue.level]} size="small" />
          <span>{issue.text}</span>
        </p>
      ))}
    </div>
  );
}

/** Ids of the parts of a field, for `aria-labelledby` and `aria-describedby`. */
export function fieldIds(id: string) {
  return { label: `${id}-label`, help: `${id}-help`, issues: `${id}-issues` } as const;
}

/** Ids for `aria-describedby`: help, if any, and issues. */
export function fieldDescription(id: string, help?: string): string {
  const ids = fieldIds(id);
  return help ? `${ids.help} ${ids.issues}` : ids.issues;
}

function LabelText(props: { label: string; required?: boolean }) {
  const say = useMessage();
  if (!props.required) return props.label;
  return (
    <>
      {props.label}
      <span className={styles.required} aria-hidden="true" title={say('ui.required')}>
        *
      </span>
    </>
  );
}

function worstLevel(issues: readonly FieldIssue[]): string {
  if (issues.some((issue) => issue.level === 'error')) return 'invalid';
  return issues.length > 0 ? 'warned' : 'idle';
}

const icons = {
  error: CircleAlert,
  warning: TriangleAlert,
  confirm: ShieldQuestion,
} satisfies Record<FieldIssue['level'], unknown>;
