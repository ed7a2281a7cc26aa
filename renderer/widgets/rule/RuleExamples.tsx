import { CircleCheck, CircleX, Play, Trash2 } from 'lucide-react';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import type { PasteList } from '../../parts/pasteBlock.ts';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useRowFocus } from '../../parts/useRowFocus.ts';
import type { RuleTestProps } from './RuleParts.ts';
import styles from './rule.module.css';
import { coverageOf } from './ruleCoverage.ts';
import type { RuleExample, RuleResult } from './ruleTypes.ts';

type Props = RuleTestProps & { readonly idPrefix: string };

/** Runs the examples on each change of the rule, and reports unexpected verdicts and uncovered branches. */
export function RuleExamples(props: Props) {
  const { examples, checked, message: say } = props;
  const list = useRowFocus<HTMLUListElement, RuleExample>(pasteTitles(props));
  if (examples.length === 0) return null;
  const results = checked.answer?.Results.slice(1) ?? [];
  const wrong = examples.filter((example, index) => isWrong(example, results[index])).length;
  return (
    <section className={styles.examples} aria-label={say('ui.rule.examples')}>
      <p className={styles.heading}>{say('ui.rule.examples')}</p>
      <p role="status" className={styles.note} data-state={wrong > 0 ? 'wrong' : 'fine'}>
        {wrong > 0
          ? say('ui.rule.examples.wrong', { count: wrong })
          : say('ui.rule.examples.fine', { count: examples.length })}{' '}
        <CoverageLine {...props} results={results} />
      </p>
      <ul className={styles.exampleList} {...list}>
        {examples.map((example, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key than their position
          <ExampleRow key={index} {...props} example={example} place={index} result={results[index]} />
        ))}
      </ul>
    </section>
  );
}

/** Examples come from the test panel, so a pasted block only names those that exist. */
function pasteTitles({ examples, onExamples, isReadOnly }: Props): PasteList<RuleExample> | undefined {
  if (!onExamples || isReadOnly) return undefined;
  return {
    rows: examples,
    onChange: onExamples,
    limit: examples.length,
    create: () => ({}),
    columns: [{ name: 'title', put: (example, Title) => ({ ...example, Title }) }],
  };
}

function isWrong({ Expected }: RuleExample, result: RuleResult | undefined): boolean {
  return result !== undefined && result.IsEligible !== (Expected ?? false);
}

function CoverageLine({ checked, text, results, message: say }: Props & { results: readonly RuleResult[] }) {
  const tree = checked.answer?.Tree;
  if (!tree || checked.text !== text || results.length === 0) return null;
  const { total, open } = coverageOf(tree, text, results);
  const [first] = open;
  if (!first) return say('ui.rule.coverage.whole');
  return say(first.outcome ? 'ui.rule.coverage.never-true' : 'ui.rule.coverage.never-false', {
    done: total - open.length,
    total,
    part: first.text,
  });
}

type RowProps = Props & {
  readonly example: RuleExample;
  readonly place: number;
  readonly result?: RuleResult;
};

function ExampleRow(props: RowProps) {
  const {
    example,
    place,
    result,
    examples,
    onExamples,
    onValues,
    isReadOnly,
    message: say,
    idPrefix,
  } = props;
  const title = example.Title ?? say('ui.rule.example.title', { number: place + 1 });
  const change = (next: RuleExample | undefined) =>
    onExamples?.(examples.flatMap((one, index) => (index === place ? (next ? [next] : []) : [one])));
  const locked = isReadOnly || !onExamples;
  const wrong = isWrong(example, result);
  return (
    <li className={styles.example} data-row={place} data-state={wrong ? 'wrong' : 'fine'}>
      <span>
        <Icon icon={wrong ? CircleX : CircleCheck} />
        <span className={styles.said}>{say(wrong ? 'ui.rule.example.wrong' : 'ui.rule.example.fine')}</span>
      </span>
      <span data-name="title">
        <TextInput
          id={`${idPrefix}-${place}-title`}
          label={say('ui.rule.example.name')}
          value={title}
          readOnly={locked}
          onChange={(Title) => change({ ...example, Title })}
        />
      </span>
      <span className={styles.exampleValues}>{valuesText(example)}</span>
      <ExpectedSelect
        {...props}
        title={title}
        locked={locked}
        onPick={(Expected) => change({ ...example, Expected })}
      />
      <IconButton
        icon={Play}
        label={say('ui.rule.example.try', { name: title })}
        size="small"
        onPress={() => onValues(example.Values ?? {})}
      />
      {!locked && (
        <IconButton
          icon={Trash2}
          label={say('ui.rule.example.remove', { name: title })}
          size="small"
          onPress={() => change(undefined)}
        />
      )}
    </li>
  );
}

type ExpectedProps = RowProps & {
  readonly title: string;
  readonly locked: boolean;
  readonly onPick: (expected: boolean) => void;
};

function ExpectedSelect({
  example,
  place,
  title,
  locked,
  onPick,
  outcomes,
  message: say,
  idPrefix,
}: ExpectedProps) {
  return (
    <Select
      id={`${idPrefix}-${place}-expected`}
      label={say('ui.rule.example.expected', { name: title })}
      value={String(example.Expected ?? false)}
      clearable={false}
      readOnly={locked}
      options={[
        { id: 'true', label: say(outcomes.true) },
        { id: 'false', label: say(outcomes.false) },
      ]}
      onChange={(picked) => onPick(picked === 'true')}
    />
  );
}

function valuesText({ Values = {} }: RuleExample): string {
  return Object.entries(Values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ');
}
