import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, Icon, NumberField, type Say, Select, TextInput, useAnswer, useFormats } from '#renderer';
import styles from './steps.module.css';
import type { Asked, Draft, StepsBook, StepsHost, StepsOperand, Tried } from './types.ts';

export type TryLabels = { readonly choice: string; readonly total: string };

type Props = {
  readonly host: StepsHost;
  readonly draft: Draft;
  readonly book: StepsBook;
  readonly labels: TryLabels;
  /** Adds the current trial to the examples. */
  readonly onKeep?: (example: Draft['Examples'][number]) => void;
  /** The steps have errors, which are reported first. */
  readonly isBroken?: boolean;
  readonly say: Say;
};

/** Tries values: shows the sum and each step that led to it. */
export function TryPanel({ host, draft, book, labels, onKeep, isBroken = false, say }: Props) {
  const [choice, choose] = useState(book.Plans[0]?.Id);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const operands = usedOperands(book, draft);
  const asked: Asked = { PlanId: choice, Values: values };
  const question = JSON.stringify([draft.Steps, draft.LookUpTables, asked]);
  const isReady = draft.Steps.length > 0;
  const answer = useAnswer<Tried>(
    question,
    isReady ? (signal) => host.price(draft, asked, signal) : undefined,
  );
  const open = operands.filter(({ Name }) => (values[Name] ?? '') === '').map(({ Label }) => Label);
  const put = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <div className={styles.try} data-own-undo>
      <div className={styles.values}>
        {book.Plans.length > 0 && (
          <div className={styles.cell}>
            <span className={styles.head} id="try-choice-label">
              {labels.choice}
            </span>
            <Select
              id="try-choice"
              labelledBy="try-choice-label"
              required
              value={choice}
              options={book.Plans.map(({ Id, Name }) => ({ id: Id, label: Name }))}
              onChange={choose}
            />
          </div>
        )}
        {operands.map((operand) => (
          <ValueInput key={operand.Name} operand={operand} value={values[operand.Name]} put={put} />
        ))}
      </div>
      <div aria-live="polite" className={styles.outcome}>
        {!isReady && <p className={styles.note}>{say('ui.steps.try.none')}</p>}
        {isReady && answer.problem && (
          <Refused problem={answer.problem} open={isBroken ? [] : open} say={say} />
        )}
        {isReady && answer.result && <Outcome tried={answer.result} labels={labels} say={say} />}
      </div>
      {onKeep && answer.result && (
        <div>
          <Button
            size="small"
            icon={<Icon icon={BookmarkPlus} />}
            onPress={() =>
              onKeep({ Title: titleOf(asked, book), ...asked, Expected: answer.result?.Price ?? null })
            }
          >
            {say('ui.steps.try.keep')}
          </Button>
        </div>
      )}
    </div>
  );
}

type RefusedProps = { readonly problem: string; readonly open: readonly string[]; readonly say: Say };

/** Missing values are not a mistake; list them instead. */
function Refused({ problem, open, say }: RefusedProps) {
  if (open.length === 0) return <p className={styles.refused}>{problem}</p>;
  return <p className={styles.note}>{say('ui.steps.try.open', { names: open.join(', ') })}</p>;
}

function titleOf({ PlanId, Values }: Asked, { Plans }: StepsBook): string {
  const plan = Plans.find(({ Id }) => Id === PlanId)?.Name;
  return [plan, ...Object.values(Values).map(String)].filter(Boolean).join(', ').slice(0, 256);
}

/** Operands used by steps or look-ups; derived ones are replaced by their bases. */
function usedOperands(
  { Operands, LookUps }: StepsBook,
  { Steps, LookUpTables }: Draft,
): readonly StepsOperand[] {
  const text = Steps.map(({ Expression }) => Expression).join('\n');
  const asked = LookUps.filter(({ Name }) => text.includes(`'${Name}'`) || text.includes(`"${Name}"`));
  const heads = LookUpTables.map(({ Cells }) => (Cells ?? '').split('\n')[0] ?? '');
  const keys = new Set([...asked.flatMap(({ Keys }) => Keys), ...heads.flatMap((head) => head.split('\t'))]);
  const isUsed = ({ Name }: StepsOperand) => keys.has(Name) || text.includes(Name);
  const used = Operands.filter(isUsed);
  const bases = Operands.filter(({ Name }) => used.some(({ Follows }) => Follows === Name));
  return Operands.filter((one) => (used.includes(one) && !one.Follows) || bases.includes(one));
}

type ValueProps = {
  readonly operand: StepsOperand;
  readonly value: unknown;
  readonly put: (name: string, value: unknown) => void;
};

function ValueInput({ operand: { Name, Label, Type, Values }, value, put }: ValueProps) {
  const id = `try-${Name.replaceAll('.', '-')}`;
  const chosen = Values.findIndex(({ Value }) => Value === value);
  return (
    <div className={styles.cell}>
      <label className={styles.head} id={`${id}-label`} htmlFor={id} title={Name}>
        {Label}
      </label>
      {Values.length > 0 ? (
        <Select
          id={id}
          labelledBy={`${id}-label`}
          value={chosen < 0 ? undefined : String(chosen)}
          options={Values.map(({ Label: label }, index) => ({ id: String(index), label }))}
          onChange={(index) => put(Name, index === undefined ? undefined : Values[Number(index)]?.Value)}
        />
      ) : Type === 'number' ? (
        <NumberField
          id={id}
          label={Label}
          step={0}
          value={value as number | string | undefined}
          onChange={(typed) => put(Name, typed ?? '')}
        />
      ) : (
        <TextInput id={id} label={Label} value={String(value ?? '')} onChange={(text) => put(Name, text)} />
      )}
    </div>
  );
}

function Outcome({ tried, labels, say }: { tried: Tried; labels: TryLabels; say: Say }) {
  const { money } = useFormats();
  return (
    <>
      <p className={styles.total}>
        <span>{labels.total}</span>
        <output>{money(tried.Price)}</output>
      </p>
      {tried.IsEligible === false && <p className={styles.refused}>{say('ui.steps.try.not-eligible')}</p>}
      <table className={styles.parts}>
        <tbody>
          {tried.Buckets.map(({ Id, Name, Amount }) => (
            <tr key={Id}>
              <th scope="row">{Name}</th>
              <td>{money(Amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className={styles.head}>{say('ui.steps.try.how')}</h3>
      <ol className={styles.trace}>
        {tried.Steps.map((step) => (
          <li key={step.Name}>
            <p>
              <b>{step.Name}</b> = <span className={styles.number}>{String(step.Value)}</span>
              {step.Bucket && <span className={styles.goes}> → {step.Bucket}</span>}
            </p>
            <code className={styles.text}>{step.Text}</code>
            {step.LookUps.map(({ Kind, Name, Keys, Value }) => (
              <p key={`${Kind} ${Name}`} className={styles.note}>
                {say('ui.steps.try.looked-up', { name: Name, keys: Keys.join(', '), value: Value })}
              </p>
            ))}
            {step.Exact && (
              <p className={styles.note}>
                {say('ui.steps.try.rounded', { exact: step.Exact, value: String(step.Value) })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
