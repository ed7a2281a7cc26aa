import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FormState, SectionModel } from '#engine';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { RichText } from '../parts/RichText.tsx';
import { collectIssues, type ShownIssue } from './collectIssues.ts';
import { type FormTools, useFormTools } from './FormTools.ts';
import { focusField } from './focusField.ts';
import styles from './form.module.css';
import { issueText, plainText } from './issueTexts.ts';
import { useFormStatus } from './useFormState.ts';

/** What went wrong with a save: said aloud, and gone when the person puts it away. */
export function FailureAlert({ text, onClose }: { text: string; onClose: () => void }) {
  const { say } = useFormTools();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces: it gives a promise in newer browsers, which React would take for a clean-up.
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

/** Fields that an update took away while a person was filling them in: what they had entered is theirs to keep elsewhere. */
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

/** After a refused save: every issue as an alert, each with a way to its field. */
export function IssueSummary({ form, sections }: { form: FormState; sections: readonly SectionModel[] }) {
  const status = useFormStatus(form);
  const tools = useFormTools();
  const placed = sections.flatMap(({ items }) => items.map(({ field }) => field));
  const issues = status.submitted ? collectIssues(form, placed) : [];
  const shown = issues.filter(({ issue }) => issue.level === 'error');
  if (shown.length === 0) return null;
  return (
    <div className={styles.alert} role="alert" data-tone="danger">
      <Icon icon={CircleAlert} />
      <div className={styles.alertText}>
        <p className={styles.alertTitle}>{tools.say('ui.form.issues', { count: shown.length })}</p>
        <ul className={styles.issueList}>
          {shown.map((one) => (
            <IssueLine
              key={`${one.issue.path} ${one.issue.rule} ${one.issue.message}`}
              tools={tools}
              shown={one}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function IssueLine({ tools, shown: { issue, field } }: { tools: FormTools; shown: ShownIssue }) {
  const label = field ? tools.say(field.label) : '';
  const text = issueText(tools, issue, label);
  if (!field) {
    return (
      <li>
        <RichText text={text} />
      </li>
    );
  }
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
