import { CircleCheck, CircleX, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  Button,
  Card,
  IconButton,
  Link,
  type Say,
  Tabs,
  useAddressTab,
  useAnswer,
  useMessage,
  useRowFocus,
} from '#renderer';
import { GapList } from '../GapList.tsx';
import { problemText, StepRows } from './StepRows.tsx';
import styles from './steps.module.css';
import { TableRows } from './TableRows.tsx';
import { type TryLabels, TryPanel } from './TryPanel.tsx';
import type { Draft, Judged, StepsBook, StepsHost, StepsWarning } from './types.ts';
import { WhatIf } from './WhatIf.tsx';

type Props = {
  readonly host: StepsHost;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly book: StepsBook;
  readonly partField: string;
  readonly labels: TryLabels & { readonly part: string };
  readonly isReadOnly: boolean;
  /** The call that lists sets of amounts made by the steps. */
  readonly whatIf?: string;
  /** The address of the record with a look-up. */
  readonly placeOf?: (warning: StepsWarning) => string | undefined;
};

/** Edits steps on the left, with a live trial on the right. */
export function StepsEditor({ whatIf, placeOf, ...editing }: Props) {
  const { host, draft, onChange, book, labels, isReadOnly } = editing;
  const say = useMessage();
  const question = JSON.stringify(draft);
  const judged = useAnswer<Judged>(question, (signal) => host.judge(draft, signal));
  const problems = judged.result?.Problems ?? [];
  const put = (more: Partial<Draft>) => onChange({ ...draft, ...more });
  const items = tabsOf(editing, { problems, say, put });
  const { root, tab, select, openTable } = useTableFocus(items.map(({ id }) => id));
  return (
    <div className={styles.editor} ref={root}>
      <Card>
        <Verdict judged={judged.result} {...{ say, placeOf, openTable }} choice={labels.choice} />
        <Tabs label={say('ui.steps.steps')} items={items} keep selected={tab} onSelect={select} />
      </Card>
      <Card title={say('ui.steps.try')}>
        <TryPanel
          {...{ host, draft, book, labels, say }}
          isBroken={problems.some(({ Code }) => Code !== 'example')}
          onKeep={isReadOnly ? undefined : (example) => put({ Examples: [...draft.Examples, example] })}
        />
      </Card>
      {whatIf !== undefined && (
        <div className={styles.wide}>
          <Card title={say('ui.steps.what-if')}>
            <WhatIf list={whatIf} draft={draft} judged={judged.result} />
          </Card>
        </div>
      )}
    </div>
  );
}

type Tabbed = {
  readonly problems: Judged['Problems'];
  readonly say: Say;
  readonly put: (more: Partial<Draft>) => void;
};

function tabsOf(
  { draft, book, partField, labels, isReadOnly }: Omit<Props, 'whatIf' | 'placeOf'>,
  { problems, say, put }: Tabbed,
) {
  const common = { problems, isReadOnly, say };
  return [
    {
      id: 'steps',
      label: say('ui.steps.steps'),
      content: (
        <StepRows
          {...{ ...common, book, partField }}
          partLabel={labels.part}
          rows={draft.Steps}
          onChange={(Steps) => put({ Steps })}
        />
      ),
    },
    {
      id: 'tables',
      label: say('ui.steps.tables'),
      badge: draft.LookUpTables.length > 0 ? ` ${draft.LookUpTables.length}` : undefined,
      content: (
        <TableRows {...common} rows={draft.LookUpTables} onChange={(LookUpTables) => put({ LookUpTables })} />
      ),
    },
    {
      id: 'examples',
      label: say('ui.steps.examples'),
      badge: draft.Examples.length > 0 ? ` ${draft.Examples.length}` : undefined,
      content: <Examples {...{ draft, put, ...common }} />,
    },
    { id: 'words', label: say('ui.steps.words'), content: <Words book={book} say={say} /> },
  ];
}

/** Opens the tab of tables at one of them. */
function useTableFocus(tabs: readonly string[]) {
  const root = useRef<HTMLDivElement>(null);
  const [tab, select] = useAddressTab('steps', tabs);
  const [sought, openTable] = useState<string>();
  useEffect(() => {
    if (sought === undefined) return;
    if (tab !== 'tables') return select('tables');
    const all = root.current?.querySelectorAll<HTMLElement>('[data-table]') ?? [];
    [...all].find(({ dataset }) => dataset.table === sought)?.focus();
    openTable(undefined);
  }, [sought, tab, select]);
  return { root, tab, select, openTable };
}

type Leading = Pick<Props, 'placeOf'> & {
  readonly say: Say;
  readonly openTable: (name: string) => void;
};

type Telling = Leading & { readonly judged: Judged | undefined; readonly choice: string };

function Verdict({ judged, choice, say, ...leading }: Telling) {
  if (!judged) return <p className={styles.verdict}>{say('ui.steps.judging')}</p>;
  const { isValid, Problems, Warnings } = judged;
  // Empty input is not a mistake.
  if (!isValid && Problems.length === 0) return <p className={styles.verdict}>{say('ui.steps.none')}</p>;
  const general = Problems.filter(({ Step }) => Step === '');
  return (
    <div className={styles.verdict} role="status">
      <p className={styles.state} data-valid={isValid}>
        {isValid ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        {isValid ? say('ui.steps.valid') : say('ui.steps.invalid', { count: Problems.length })}
      </p>
      {general.map((problem) => (
        <p key={problem.Code} className={styles.refused}>
          {problemText(problem, say)}
        </p>
      ))}
      {/* Problems of examples show here too, as examples are on another tab. */}
      {Problems.filter(({ Code }) => Code === 'example').map((problem) => (
        <p key={`example ${problem.Step}`} className={styles.refused}>
          {say('ui.steps.invalid.example', { title: problem.Step, text: problemText(problem, say) })}
        </p>
      ))}
      {Warnings.map((warning) => {
        const { Code, Name, Count, Gaps, Id, Plan } = warning;
        const plan = Plan ? [{ Label: choice, Value: Plan.Name }] : [];
        return (
          <GapList
            key={`${Code} ${Name} ${Id}`}
            text={say('ui.steps.hole', { name: Name, count: Count })}
            gaps={Gaps.map((gap) => [...plan, ...gap])}
            count={Count}
            say={say}
          >
            <WayThere {...{ warning, say, ...leading }} />
          </GapList>
        );
      })}
    </div>
  );
}

function WayThere({ warning, say, placeOf, openTable }: Leading & { readonly warning: StepsWarning }) {
  const { Id, Name } = warning;
  const label = say('ui.gaps.open', { name: Name });
  if (Id === null)
    return (
      <Button size="small" onPress={() => openTable(Name)}>
        {label}
      </Button>
    );
  const place = placeOf?.(warning);
  return place === undefined ? null : <Link to={place}>{label}</Link>;
}

type ExamplesProps = {
  readonly draft: Draft;
  readonly put: (more: Partial<Draft>) => void;
  readonly problems: Judged['Problems'];
  readonly isReadOnly: boolean;
  readonly say: Say;
};

function Examples({ draft: { Examples: rows }, put, problems, isReadOnly, say }: ExamplesProps) {
  const list = useRowFocus<HTMLUListElement>();
  if (rows.length === 0) return <p className={styles.note}>{say('ui.steps.examples.none')}</p>;
  return (
    <ul className={styles.examples} {...list}>
      {rows.map((row, index) => {
        const broken = problems.find(({ Step, Code }) => Code === 'example' && Step === row.Title);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two examples may be identical
          <li key={index} data-row={index}>
            {broken ? <CircleX aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
            <span>{row.Title}</span>
            <span className={styles.number}>{row.Expected}</span>
            {broken && <span className={styles.refused}>{broken.Message}</span>}
            {!isReadOnly && (
              <IconButton
                label={say('ui.steps.remove', { name: row.Title ?? '' })}
                icon={Trash2}
                onPress={() => put({ Examples: rows.filter((_, at) => at !== index) })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Names available to the steps. */
function Words({ book: { Operands, LookUps }, say }: { readonly book: StepsBook; readonly say: Say }) {
  return (
    <div className={styles.words}>
      <p className={styles.note}>{say('ui.steps.words.help')}</p>
      <dl>
        {Operands.map(({ Name, Label, Type }) => (
          <div key={Name}>
            <dt>
              <code>{Name}</code>
            </dt>
            <dd>
              {Label} · {say(`ui.steps.type.${Type}`)}
            </dd>
          </div>
        ))}
        {LookUps.map(({ Kind, Name, Keys }) => (
          <div key={`${Kind} ${Name} ${Keys.join()}`}>
            <dt>
              <code>{`$${Kind}('${Name}')`}</code>
            </dt>
            <dd>{Keys.join(' × ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
