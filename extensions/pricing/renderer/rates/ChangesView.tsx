import { useState } from 'react';
import { Skeleton, useAnswer, useFormats, useMessage } from '#renderer';
import styles from './changes.module.css';
import { Pager, pageSize } from './Pager.tsx';
import rates from './rates.module.css';
import type { ChangedRow, Changes } from './types.ts';

type Props = {
  /** Everything that the answer depends on, except page and band. */
  readonly question: string;
  readonly ask: (more: object, signal: AbortSignal) => Promise<Changes>;
};

/** Differences between two sets of amounts: totals, distribution and rows. */
export function ChangesView({ question, ask }: Props) {
  const [at, setAt] = useState<{ page: number; band?: number }>({ page: 1 });
  const asked = { Page: at.page, PageSize: pageSize, Band: at.band };
  const { result, problem } = useAnswer<Changes>(JSON.stringify([question, asked]), (signal) =>
    ask(asked, signal),
  );
  if (problem) return <p className={styles.refused}>{problem}</p>;
  if (!result) return <Skeleton look="form" lines={6} />;
  return (
    <div className={styles.changes}>
      <Summary changes={result} />
      <Bands changes={result} chosen={at.band} onChoose={(band) => setAt({ page: 1, band })} />
      <ChangedRows changes={result} />
      <Pager total={result.TotalItems} page={at.page} onPage={(page) => setAt({ ...at, page })} />
    </div>
  );
}

function Summary({ changes }: { readonly changes: Changes }) {
  const [say, { number, money, percent }] = [useMessage(), useFormats()];
  const { Compared, Rises, Falls, Added, Gone, Holes = 0, MeanPercent, LargestRise, LargestFall } = changes;
  const share = (count: number) =>
    `${number(count, 0)} (${percent(Compared === 0 ? 0 : (count / Compared) * 100, 0)})`;
  const largest = (row: ChangedRow | null | undefined) =>
    row ? `${money(row.Change)} (${row.Values.join(', ')})` : '–';
  const facts: readonly (readonly [string, string])[] = [
    ['compared', number(Compared, 0)],
    ['rises', share(Rises)],
    ['falls', share(Falls)],
    ['mean', percent(MeanPercent, 2)],
    ['largest-rise', largest(LargestRise)],
    ['largest-fall', largest(LargestFall)],
    ...[['added', Added] as const, ['gone', Gone] as const, ['holes', Holes] as const].flatMap(
      ([name, count]) => (count > 0 ? [[name, number(count, 0)] as const] : []),
    ),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{say(`ui.changes.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type BandsProps = {
  readonly changes: Changes;
  readonly chosen: number | undefined;
  readonly onChoose: (band: number | undefined) => void;
};

/** Counts by size of change; pressing a band shows its rows. */
function Bands({ changes: { Bands: bands }, chosen, onChoose }: BandsProps) {
  const [say, { number, percent }] = [useMessage(), useFormats()];
  const most = Math.max(1, ...bands.map(({ Count }) => Count));
  const name = ({ From, To }: Changes['Bands'][number]) => {
    if (From === 0 && To === 0) return say('ui.changes.none');
    const [low, high] = [From, To].map((edge) => (edge === undefined ? '' : percent(edge, 0)));
    if (From === undefined) return say('ui.changes.below', { edge: high });
    return To === undefined
      ? say('ui.changes.above', { edge: low })
      : say('ui.changes.between', { low, high });
  };
  return (
    <fieldset className={styles.bands}>
      <legend className={rates.label}>{say('ui.changes.bands')}</legend>
      {bands.map((band, index) => (
        <button
          key={name(band)}
          type="button"
          className={styles.band}
          aria-pressed={chosen === index}
          disabled={band.Count === 0}
          onClick={() => onChoose(chosen === index ? undefined : index)}
        >
          <span>{name(band)}</span>
          <meter className={styles.bar} min={0} max={most} value={band.Count} aria-hidden="true" />
          <span className={styles.count}>{number(band.Count, 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}

function ChangedRows({ changes: { Dimensions, Items } }: { readonly changes: Changes }) {
  const [say, { money, percent }] = [useMessage(), useFormats()];
  const amounts = ['old', 'new', 'change', 'percent'].map((key) => say(`ui.changes.${key}`));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={rates.scroll} tabIndex={0} aria-label={say('ui.changes.rows')}>
      <table className={rates.table}>
        <thead>
          <tr>
            {[...Dimensions.map(({ Label }) => Label), ...amounts].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Items.map(({ Row, Values, Before, After, Change, Percent }) => (
            <tr key={Row}>
              {Values.map((value, index) => (
                <td key={Dimensions[index]?.Name}>{value}</td>
              ))}
              {[money(Before), money(After), money(Change), Percent === null ? '–' : percent(Percent, 2)].map(
                (text, index) => (
                  <td key={amounts[index]} className={rates.number}>
                    {text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
