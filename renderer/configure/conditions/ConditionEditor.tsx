import { useId, useMemo } from 'react';
import { type Say, useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { outcomesOf } from '../../widgets/rule/outcomesOf.ts';
import type { RuleParts } from '../../widgets/rule/RuleParts.ts';
import { RuleText } from '../../widgets/rule/RuleText.tsx';
import { RuleViews } from '../../widgets/rule/RuleViews.tsx';
import { RuleWords } from '../../widgets/rule/RuleWords.tsx';
import type { RuleAnswer } from '../../widgets/rule/ruleTypes.ts';
import { useTextHistory } from '../../widgets/rule/useTextHistory.ts';
import { useTrial } from '../preview/trial.tsx';
import { type ConditionKind, checkCondition } from './checkCondition.ts';
import { type About, namesOf } from './namesOf.ts';
import { operandsOf } from './operandsOf.ts';

type Props = About & {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** `boolean`: a condition; `any`: a computed value, which can only be written as text. */
  readonly wants?: ConditionKind;
};

/** Edits a condition over the fields of an entity, as blocks or as text. */
export function ConditionEditor({ label, entity, rows, of, text, onChange, wants = 'boolean' }: Props) {
  const say = useConditionWords();
  const locale = useLocale();
  const id = useId().replace(/[^\w-]/g, '');
  const answer = useConditionAnswer({ text, entity, rows, of, wants });
  const history = useTextHistory(text, onChange);
  const parts: RuleParts = {
    message: say,
    locale,
    label,
    inputId: `condition-${id}`,
    labelledBy: `condition-${id}-label`,
    isReadOnly: false,
    isInvalid: answer.Problems.some(({ Level }) => Level === 'error'),
    onTouch: () => {},
    outcomes: outcomesOf(),
    text,
    checked: { answer, text, isChecking: false, isFailed: false },
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div role="group" aria-label={label} className={area.stack}>
      {wants === 'boolean' ? (
        <RuleViews {...parts} history={history} />
      ) : (
        // A computed value is written as text, with completion of fields and functions.
        <ValueText {...parts} history={history} />
      )}
      {text.trim() !== '' && wants === 'boolean' && <RuleWords {...parts} />}
    </div>
  );
}

/** Edits the expression of a computed field, with its first problem below. */
function ValueText(props: RuleParts & { readonly history: ReturnType<typeof useTextHistory> }) {
  const { message: say, checked } = props;
  const [problem] = checked.answer?.Problems ?? [];
  return (
    <>
      <p className={area.quiet}>{say('configure.computed.help')}</p>
      <RuleText {...props} />
      <p role="status" data-level={problem?.Level ?? 'none'}>
        {problem?.Message ?? ''}
      </p>
    </>
  );
}

/** Checks a condition against the application with the draft. */
function useConditionAnswer(asked: About & { text: string; wants: ConditionKind }): RuleAnswer {
  const { text, entity, rows, of, wants } = asked;
  const say = useMessage();
  const locale = useLocale();
  const { model, say: label } = useTrial();
  const about = useMemo(() => ({ entity, rows, of }), [entity, rows, of]);
  const words = useMemo<Say>(
    () => (key, params) => (key.startsWith('configure.') ? say(key, params) : label(key, params)),
    [label, say],
  );
  const names = useMemo(() => {
    return namesOf(model, about, words);
  }, [model, about, words]);
  const operands = useMemo(() => operandsOf(model, entity, words, about), [model, entity, words, about]);
  return useMemo(() => {
    const answer = checkCondition(text, { model, ...about, operands, names }, wants, (problem) => {
      // The checker's messages are English; translated ones exist by code.
      if (locale === 'en-CA') return problem.message;
      const part = text.slice(problem.at, problem.at + (problem.length ?? 1));
      return say(`rule.reason.${problem.code}`, { part, fix: problem.fix ?? '…' });
    });
    const Problems = answer.Problems.map((problem) =>
      problem.Message === 'yes-or-no'
        ? { ...problem, Message: say('configure.condition.yes-or-no') }
        : problem,
    );
    return { ...answer, Problems };
  }, [text, model, about, operands, names, wants, say, locale]);
}

/** The rule editor says 'parameters'; here they are fields. */
function useConditionWords(): Say {
  const say = useMessage();
  return useMemo(() => (key, params) => say(ownWords[key] ?? key, params), [say]);
}

const ownWords: Readonly<Record<string, string>> = {
  'ui.rule.builder.parameter': 'configure.field',
  'ui.rule.builder.no-operands': 'configure.condition.no-fields',
  'ui.rule.words.none': 'configure.condition.none',
};
