import type { ReactNode } from 'react';
import { ruleWords, type Words } from '#engine';
import { formatsFor } from '../../data/formats.ts';
import { functionOf, operandOf } from './operandOf.ts';
import type { RuleParts } from './RuleParts.ts';
import styles from './rule.module.css';

/** The rule in words of the person's language. */
export function RuleWords({ checked, text, outcomes, message: say, locale }: RuleParts) {
  const { answer } = checked;
  if (text.trim() === '') return <p className={styles.note}>{say(outcomes.none)}</p>;
  if (!answer?.Tree) return <p className={styles.note}>{say('ui.rule.words.later')}</p>;
  const formats = formatsFor(locale);
  const write = (value: string | number | boolean | null) => {
    if (typeof value === 'boolean') return say(value ? 'ui.yes' : 'ui.no');
    return typeof value === 'number' ? formats.number(value) : String(value ?? '');
  };
  const operands = answer.Operands.map(operandOf);
  const functions = answer.Functions.map(functionOf);
  return (
    <div className={styles.words}>{shown(ruleWords(answer.Tree, { operands, functions, say, write }))}</div>
  );
}

function shown(words: Words): ReactNode {
  return (
    <>
      {words.isCode ? <code>{words.text}</code> : <span>{words.text}</span>}
      {words.items && (
        <ul>
          {words.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key
            <li key={index}>{shown(item)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
