import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { FieldModel, FormState, SectionModel } from '#engine';
import { useUser } from '../data/App.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useFormStatus } from '../data/useFormState.ts';
import { writeText } from '../data/useText.ts';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { Link } from '../parts/Link.tsx';
import { RichText } from '../parts/RichText.tsx';
import { collectIssues, type ShownIssue } from './collectIssues.ts';
import { type FormTools, useFormTools } from './FormTools.ts';
import { focusField } from './focusField.ts';
import styles from './form.module.css';
import { issueText, plainText } from './issueTexts.ts';
import { formWith, isInSight } from './otherForms.ts';

/** Why a save failed: announced, and shown until dismissed. */
export function FailureAlert({ text, onClose }: { text: string; onClose: () => void }) {
  const { say } = useFormTools();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces: newer browsers return a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={styles.alert} role="alert" data-tone="danger">
      <Icon icon={CircleAlert} />
      <div className={styles.alertText}>
        <RichText text={text} />
      </div>
      <IconButton icon={X} size="small" tooltip={false} label={say('ui.close')} onPress={onClose} />
    </div>
  );
}

/** Lists what was typed into fields that a release removed, so that people can copy it elsewhere. */
export function LostAlert({ texts, onClose }: { texts: readonly string[]; onClose: () => void }) {
  const { say } = useFormTools();
  return (
    <div className={styles.alert} role="alert" data-tone="warning">
      <Icon icon={CircleAlert} />
      <div className={styles.alertText}>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <IconButton icon={X} size="small" tooltip={false} label={say('ui.close')} onPress={onClose} />
    </div>
  );
}

type SummaryProps = {
  readonly form: FormState;
  readonly sections: readonly SectionModel[];
  readonly scope: ScreenScope;
};

/**
 * Lists all issues after a refused save, with links to their fields. With autosave, only issues of fields
 * that are not visible, as the others show their own.
 */
export function IssueSummary({ form, sections, scope }: SummaryProps) {
  const status = useFormStatus(form);
  const tools = useFormTools();
  const placed = sections.flatMap(({ items }) => items.map(({ field }) => field));
  const errors =
    status.errorCount === 0 ? [] : collectIssues(form, placed).filter(({ issue }) => issue.level === 'error');
  const shown = status.submitted ? errors : errors.filter(({ issue }) => !isInSight(form, issue));
  const box = useRef<HTMLDivElement>(null);
  const isElsewhere = shown.length > 0 && shown.every(({ issue }) => !isInSight(form, issue));
  useEffect(() => {
    // Without a field to link to, the alert itself scrolls into view.
    if (isElsewhere) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isElsewhere]);
  if (shown.length === 0) return null;
  const labels = shown.map(({ field }) => (field ? tools.say(field.label) : ''));
  const isAlone = (label: string) => labels.filter((one) => one === label).length < 2;
  return (
    <div ref={box} className={styles.alert} role="alert" data-tone="danger">
      <Icon icon={CircleAlert} />
      <div className={styles.alertText}>
        <p className={styles.alertTitle}>{tools.say('ui.form.issues', { count: shown.length })}</p>
        <ul className={styles.issueList}>
          {shown.map((one, index) => (
            <IssueLine
              isAlone={isAlone(labels[index] ?? '')}
              key={`${one.issue.path} ${one.issue.rule} ${one.issue.message}`}
              tools={tools}
              shown={one}
              scope={scope}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

type LineProps = {
  readonly tools: FormTools;
  readonly shown: ShownIssue;
  readonly scope: ScreenScope;
  /** No other issue listed has this label. */
  readonly isAlone: boolean;
};

function IssueLine({ tools, shown, scope, isAlone }: LineProps) {
  const { issue, field } = shown;
  const name = field ? tools.say(field.label) : '';
  const text = issueText(tools, issue, name);
  const label = (isAlone ? undefined : inItsRow(tools, shown, name)) ?? name;
  if (!field) {
    return (
      <li>
        <RichText text={text} />
      </li>
    );
  }
  if (!isInSight(tools.form, issue))
    return (
      <li className={styles.issueLine}>
        <WayToField tools={tools} field={field} label={label} scope={scope} />
        <RichText text={text} />
      </li>
    );
  return (
    <li className={styles.issueLine}>
      <button
        type="button"
        className={styles.issueLink}
        aria-label={tools.say('ui.labelled', { label, text: plainText(text) })}
        onClick={() => focusField(tools.idPrefix, issue.path)}
      >
        {label}
      </button>
      <RichText text={text} />
    </li>
  );
}

/** Names the row, as each row has the same field. */
function inItsRow({ form, say }: FormTools, { issue }: ShownIssue, label: string): string | undefined {
  const steps = issue.path.split('/').slice(1);
  const at = steps.findLastIndex((step) => /^\d+$/.test(step));
  const names = steps.slice(0, Math.max(at, 0)).filter((step) => !/^\d+$/.test(step));
  const list = form.entity.fieldByPath.get(names.join('.'));
  return list && say('ui.form.issue-in-row', { label, list: say(list.label), row: Number(steps[at]) + 1 });
}

type WayProps = Pick<LineProps, 'tools' | 'scope'> & { readonly field: FieldModel; readonly label: string };

/** A link to the form that has the field, if this person may open one. */
function WayToField({ tools: { model, form, say }, field, label, scope }: WayProps) {
  const { Features } = useUser();
  const { pathname } = useLocation();
  const other = formWith(field.path, { model, form, features: Features, scope, here: pathname });
  const title =
    other?.block.title && writeText(other.block.title, expressionScope(scope, form.record()), say);
  if (!other) return <strong>{label}</strong>;
  return <Link to={other.to}>{title ? say('ui.form.issue-elsewhere', { label, form: title }) : label}</Link>;
}
