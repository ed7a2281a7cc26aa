import { useMemo } from 'react';
import area from '../../configure/area.module.css';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import styles from './reports.module.css';

export type ReportPage = { readonly Html: string; readonly TotalPages: number; readonly CurrentPage: number };

type Props = { readonly page: ReportPage; readonly busy: boolean; readonly turn: (to: number) => void };

/** A page of the report, with how many there are and a way to the others. */
export function ReportViewer({ page, busy, turn }: Props) {
  const say = useMessage();
  const { Html, TotalPages, CurrentPage } = page;
  const pages = (
    <>
      <span role="status">{say('report.page', { page: CurrentPage, pages: TotalPages })}</span>
      <Button size="small" disabled={CurrentPage <= 1} busy={busy} onPress={() => turn(CurrentPage - 1)}>
        {say('report.previous')}
      </Button>
      <Button
        size="small"
        disabled={CurrentPage >= TotalPages}
        busy={busy}
        onPress={() => turn(CurrentPage + 1)}
      >
        {say('report.next')}
      </Button>
    </>
  );
  return (
    <Card id="viewer" title={say('report.viewer')} actions={pages} padding="flush">
      <div className={`${area.tableBox} ${styles.viewer}`}>
        <ReportTable html={Html} label={say('report.viewer')} />
      </div>
    </Card>
  );
}

/** The table of a page of a report. */
export function ReportTable({ html, label }: { readonly html: string; readonly label: string }) {
  const { titles, rows } = useMemo(() => tableOf(html), [html]);
  return (
    <table className={area.table} aria-label={label}>
      <thead>
        <tr>
          {titles.map(([key, text]) => (
            <th key={key} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, cells]) => (
          <tr key={key}>
            {cells.map(([cell, text]) => (
              <td key={cell}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Texts with the place each has, by which it is known. */
type Keyed = readonly (readonly [number, string])[];

/** The table of the page as texts: what it says is shown, nothing of it runs or asks for anything. */
function tableOf(html: string): {
  readonly titles: Keyed;
  readonly rows: readonly (readonly [number, Keyed])[];
} {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const texts = (found: Iterable<Element>): Keyed =>
    [...found].map((one, index) => [index, one.textContent ?? '']);
  return {
    titles: texts(page.querySelectorAll('th')),
    rows: [...page.querySelectorAll('tbody tr')].map((row, index) => [index, texts(row.children)]),
  };
}
