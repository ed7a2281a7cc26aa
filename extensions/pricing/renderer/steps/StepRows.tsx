import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import {
  Button,
  hiddenStyles,
  Icon,
  IconButton,
  limitOf,
  NumberField,
  type Say,
  Select,
  useRowFocus,
} from '#renderer';
import styles from './steps.module.css';
import type { StepRow, StepsBook, StepsProblem } from './types.ts';

type Props = {
  readonly rows: readonly StepRow[];
  readonly onChange: (rows: readonly StepRow[]) => void;
  readonly book: StepsBook;
  readonly problems: readonly StepsProblem[];
  /** Member with the part that a step adds to, and the title of parts. */
  readonly partField: string;
  readonly partLabel: string;
  readonly isReadOnly: boolean;
  readonly say: Say;
};

/** Edits the steps: name, expression, part and rounding. */
export function StepRows({ rows, onChange, ...props }: Props) {
  const { say, isReadOnly, partField } = props;
  const put = (index: number, more: Partial<StepRow>) =>
    onChange(rows.map((row, at) => (at === index ? ({ ...row, ...more } as StepRow) : row)));
  const move = (index: number, by: number) => {
    const next = [...rows];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onChange(next);
  };
  const list = useRowFocus<HTMLDivElement, StepRow>(
    isReadOnly ? undefined : pasteOf({ rows, onChange, partField, book: props.book }),
  );
  return (
    <div className={styles.stepList} {...list}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the key while a name is typed
        <fieldset key={index} data-row={index} className={styles.step} disabled={isReadOnly}>
          <legend className={hiddenStyles.hidden}>{say('ui.steps.step', { number: index + 1 })}</legend>
          <StepFields {...props} row={row} index={index} put={(more) => put(index, more)} />
          <div className={styles.stepTools}>
            <IconButton
              label={say('ui.steps.up', { name: row.Name })}
              icon={ArrowUp}
              disabled={isReadOnly || index === 0}
              onPress={() => move(index, -1)}
            />
            <IconButton
              label={say('ui.steps.down', { name: row.Name })}
              icon={ArrowDown}
              disabled={isReadOnly || index === rows.length - 1}
              onPress={() => move(index, 1)}
            />
            <IconButton
              label={say('ui.steps.remove', { name: row.Name })}
              icon={Trash2}
              disabled={isReadOnly}
              onPress={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
          <Problems id={problemsId(index)} of={row.Name} problems={props.problems} say={say} />
        </fieldset>
      ))}
      {!isReadOnly && (
        <div data-row-add>
          <Button
            icon={<Icon icon={Plus} />}
            onPress={() => onChange([...rows, { Name: freeName(rows), Expression: '', [partField]: null }])}
          >
            {say('ui.steps.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The columns that a pasted block fills. */
function pasteOf({
  rows,
  onChange,
  partField,
  book,
}: Pick<Props, 'rows' | 'onChange' | 'partField' | 'book'>) {
  const { Buckets } = book;
  return {
    rows,
    onChange,
    create: (all: readonly StepRow[]): StepRow => ({
      Name: freeName(all),
      Expression: '',
      [partField]: null,
    }),
    columns: [
      { name: 'Name', put: (row: StepRow, Name: string) => (Name === '' ? row : { ...row, Name }) },
      { name: 'Expression', put: (row: StepRow, Expression: string) => ({ ...row, Expression }) },
      {
        name: 'part',
        put: (row: StepRow, text: string) => {
          const found = Buckets.find(({ Name }) => Name.toLowerCase() === text.toLowerCase());
          return found || text === '' ? { ...row, [partField]: found?.Id ?? null } : undefined;
        },
      },
      {
        name: 'Scale',
        put: (row: StepRow, text: string) =>
          /^\d?$/.test(text) ? { ...row, Scale: text === '' ? null : Number(text) } : undefined,
      },
    ],
  };
}

const problemsId = (index: number) => `step-${index}-problems`;

/** Finds a free name, as deleted steps leave gaps in the numbering. */
function freeName(rows: readonly StepRow[]): string {
  const taken = new Set(rows.map(({ Name }) => Name));
  let number = rows.length + 1;
  while (taken.has(`step${number}`)) number += 1;
  return `step${number}`;
}

type FieldProps = Omit<Props, 'rows' | 'onChange'> & {
  readonly row: StepRow;
  readonly index: number;
  readonly put: (more: Partial<StepRow>) => void;
};

function StepFields({ row, index, put, book, problems, partField, partLabel, isReadOnly, say }: FieldProps) {
  const part = row[partField];
  const isWrong = problems.some(({ Step }) => Step === row.Name);
  const name = limitOf({ id: `step-${index}-name`, value: row.Name, maxLength: 64 });
  const expression = limitOf({ id: `step-${index}-expression`, value: row.Expression, maxLength: 4000 });
  return (
    <>
      <label className={styles.cell} data-name="Name">
        <span className={styles.head}>{say('ui.steps.name')}</span>
        <input
          className={styles.input}
          value={row.Name}
          spellCheck={false}
          readOnly={isReadOnly}
          aria-invalid={name.over > 0 || undefined}
          onChange={(event) => put({ Name: event.target.value })}
        />
        {name.hint}
      </label>
      <label className={styles.cell} data-name="Expression">
        <span className={styles.head}>{say('ui.steps.comes-to')}</span>
        <textarea
          className={styles.expression}
          rows={1}
          value={row.Expression}
          spellCheck={false}
          readOnly={isReadOnly}
          aria-invalid={isWrong || expression.over > 0 || undefined}
          aria-describedby={isWrong ? problemsId(index) : undefined}
          onChange={(event) => put({ Expression: event.target.value })}
        />
        {expression.hint}
      </label>
      <div className={styles.cell} data-name="part">
        <span className={styles.head} id={`step-${index}-part`}>
          {partLabel}
        </span>
        <Select
          id={`step-${index}-part-choice`}
          labelledBy={`step-${index}-part`}
          placeholder={say('ui.steps.no-part')}
          value={typeof part === 'string' ? part : undefined}
          options={book.Buckets.map(({ Id, Name }) => ({ id: Id, label: Name }))}
          disabled={isReadOnly}
          onChange={(id) => put({ [partField]: id ?? null })}
        />
      </div>
      <Decimals {...{ row, index, put, isReadOnly, say }} />
    </>
  );
}

function Decimals({
  row,
  index,
  put,
  isReadOnly,
  say,
}: Pick<FieldProps, 'row' | 'index' | 'put' | 'isReadOnly' | 'say'>) {
  return (
    <label className={styles.cell} htmlFor={`step-${index}-scale`} data-name="Scale">
      <span className={styles.head}>{say('ui.steps.decimals')}</span>
      <NumberField
        id={`step-${index}-scale`}
        scale={0}
        step={0}
        value={row.Scale}
        readOnly={isReadOnly}
        onChange={(scale) => put({ Scale: typeof scale === 'number' ? scale : null })}
      />
    </label>
  );
}

/** Problems of one step, shown below it. */
export function Problems(props: { id?: string; of: string; problems: readonly StepsProblem[]; say: Say }) {
  const found = props.problems.filter(({ Step }) => Step === props.of);
  if (found.length === 0) return null;
  return (
    <ul id={props.id} className={styles.problems} role="status">
      {found.map((problem) => (
        <li key={`${problem.Code} ${problem.At} ${problem.Message}`}>{problemText(problem, props.say)}</li>
      ))}
    </ul>
  );
}

/** The translated message of a problem's code, else the checker's own. */
export function problemText({ Code, Message, At, Fix }: StepsProblem, say: Say): string {
  const key = `ui.steps.problem.${Code}`;
  const said = say(key, { text: Message, row: At, fix: Fix ?? '' });
  return said === key ? Message : said;
}
