import { type ReactNode, useId } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import form from '../form.module.css';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';

type Word = { readonly name: string };

type Props<Row extends Word, Take extends string> = {
  /** Subject of the decision. */
  readonly title: string;
  readonly actions?: ReactNode;
  readonly note?: ReactNode;
  /** Compared values, one column per side. */
  readonly columns: readonly PlainColumn<Row>[];
  readonly words: readonly Row[];
  readonly findings?: ReactNode;
  readonly choices: readonly { readonly id: Take; readonly label: string }[];
  readonly take: Take | undefined;
  readonly onTake: (take: Take) => void;
};

/** One decision: the values of each side, and the choice between them. */
export function DecisionCard<Row extends Word, Take extends string>(props: Props<Row, Take>) {
  const { title, actions, note, columns, words, findings, choices, take, onTake } = props;
  const say = useMessage();
  const id = useId().replace(/[^\w-]/g, '');
  return (
    <Card title={title} id={`decide-${id}`} actions={actions}>
      <div className={form.form}>
        {note}
        {words.length > 0 && (
          <PlainTable label={title} columns={columns} rows={words} rowId={({ name }) => name} />
        )}
        {findings}
        <RadioGroup
          id={`take-${id}`}
          label={say('ui.labelled', { label: say('configure.upgrade.decide'), text: title })}
          direction="column"
          value={take}
          options={choices}
          onChange={(choice) => onTake(choice as Take)}
        />
      </div>
    </Card>
  );
}
