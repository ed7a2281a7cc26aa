import { useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import type { FormBlock } from '#engine';
import { RuleTrace } from '../actions/RuleTrace.tsx';
import { Badge } from '../parts/Badge.tsx';
import popover from '../parts/popover.module.css';
import type { FormTools, Question } from './FormTools.ts';
import styles from './form.module.css';
import { HiddenReasons } from './HiddenFields.tsx';
import { issueText, plainText } from './issueTexts.ts';
import { LinkedReason } from './LinkedReason.tsx';
import { ReasonLine, ruleAddress } from './ReasonLine.tsx';

type Props = {
  readonly tools: FormTools;
  readonly block: FormBlock;
  readonly question: Question;
  readonly onClose: () => void;
};

/** Lists why a field is hidden, locked, required or invalid: rules, state or permissions. */
export function WhyPopover({ tools, block, question, onClose }: Props) {
  const { say, form } = tools;
  const anchor = useRef<HTMLElement>(question.anchor);
  anchor.current = question.anchor;
  const isOne = question.path !== '';
  const title = isOne
    ? say('ui.why.field', { label: say(form.view(question.path).field.label) })
    : say('ui.why.hidden-title');
  return (
    <Popover
      className={popover.popover}
      triggerRef={anchor}
      isOpen
      placement={isOne ? 'bottom start' : 'top start'}
      offset={6}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={styles.why} aria-label={title}>
        {isOne ? (
          <FieldReasons tools={tools} title={title} path={question.path} />
        ) : (
          <HiddenReasons block={block} />
        )}
      </Dialog>
    </Popover>
  );
}

function FieldReasons({ tools, title, path }: { tools: FormTools; title: string; path: string }) {
  const { say, form } = tools;
  const view = form.view(path);
  const label = say(view.field.label);
  return (
    <>
      <h4 className={styles.whyTitle}>{title}</h4>
      <ul className={styles.reasons}>
        {view.reasons.map((reason) => (
          <ReasonLine
            key={`${reason.slot} ${reason.source} ${reason.id}`}
            tools={tools}
            reason={reason}
            path={path}
          />
        ))}
        <LinkedReason tools={tools} path={path} />
        {view.issues.map((issue) => (
          <li key={`${issue.rule} ${issue.message}`} className={styles.reason}>
            <Badge tone={issue.level === 'error' ? 'danger' : 'warning'}>
              {say(`ui.level.${issue.level}`)}
            </Badge>
            <span>{plainText(issueText(tools, issue, label))}</span>
            <code className={styles.source}>{issue.rule}</code>
            <IssueTrace tools={tools} path={path} rule={issue.rule} />
          </li>
        ))}
      </ul>
      {view.reasons.length + view.issues.length === 0 && <p>{say('ui.why.nothing')}</p>}
    </>
  );
}

function IssueTrace({ tools: { form }, path, rule }: { tools: FormTools; path: string; rule: string }) {
  const explanation = form.explain(path, rule);
  return explanation ? <RuleTrace explanation={explanation} to={ruleAddress(form.entity.id, rule)} /> : null;
}
