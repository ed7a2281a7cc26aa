import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { areaStyles, Button, Card, TextInput, useMessage } from '#renderer';
import { type Link, ReportHtml } from './ReportHtml.tsx';
import type { Reading } from './reportChoice.ts';
import styles from './reports.module.css';

export type ReportPage = {
  readonly Html: string;
  readonly TotalPages: number;
  readonly CurrentPage: number;
  /** Whether the search text is on this page; absent without a search. */
  readonly IsFound?: boolean;
  /** Content that a PDF of it cannot show. */
  readonly Warnings?: readonly string[];
  readonly DocumentMap?: readonly { readonly Label: string; readonly Level: number; readonly Page: number }[];
};

type Props = {
  readonly page: ReportPage;
  readonly reading: Reading;
  readonly busy: boolean;
  readonly turn: (to: number, reading?: Partial<Omit<Reading, 'page'>>) => void;
  /** Title if it stands alone. */
  readonly title?: string | undefined;
  /** Card id, as a screen may have several. */
  readonly id?: string;
  /** Shown beside the paging buttons. */
  readonly beside?: ReactNode;
};

/** A page of the report with paging and text search. */
export function ReportViewer({ page, reading, busy, turn, title, id = 'viewer', beside }: Props) {
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
      {beside}
    </>
  );
  const navigate = useNavigate();
  const follow = ({ kind, to, filters }: Link) => {
    if (kind === 'bookmark') turn(CurrentPage, { bookmark: to });
    // An address of the application itself begins with a slash.
    else void navigate(kind === 'report' ? `/report/${to}?${filters}` : to);
  };
  const handling = {
    follow,
    label: title ?? say('report.viewer'),
    toggle: (key: string) => {
      const { toggled = [] } = reading;
      const next = toggled.includes(key) ? toggled.filter((one) => one !== key) : [...toggled, key];
      turn(CurrentPage, { toggled: next });
    },
    // Sorting moves the rows, so collapse opened groups.
    sort: (name: string, isDescending: boolean) =>
      turn(1, { toggled: [], sorted: { Name: name, IsDescending: isDescending } }),
  };
  return (
    <Card id={id} title={title ?? say('report.viewer')} actions={pages} padding="flush">
      <FindBar id={`${id}-find`} page={page} busy={busy} turn={turn} />
      {page.Warnings?.map((sentence) => (
        <p key={sentence} role="status" className={styles.note}>
          {sentence}
        </p>
      ))}
      {page.DocumentMap && <DocumentMap entries={page.DocumentMap} busy={busy} go={(to) => turn(to)} />}
      <div className={`${areaStyles.tableBox} ${styles.viewer}`}>
        <ReportHtml html={Html} handling={handling} />
      </div>
    </Card>
  );
}

type MapProps = {
  readonly entries: NonNullable<ReportPage['DocumentMap']>;
  readonly busy: boolean;
  readonly go: (page: number) => void;
};

/** The groups of the report with the pages that they begin on. */
function DocumentMap({ entries, busy, go }: MapProps) {
  const say = useMessage();
  const numbered = useMemo(() => entries.map((entry, at) => ({ ...entry, at })), [entries]);
  return (
    <details className={styles.map}>
      <summary>{say('report.map')}</summary>
      <ol>
        {numbered.map(({ at, Label, Level, Page }) => (
          <li key={at} data-level={Math.min(Level, 4)}>
            <button type="button" className={styles.link} disabled={busy} onClick={() => go(Page)}>
              {Label}
            </button>{' '}
            <span>{Page}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Searches from this page on; repeated, from the next page. */
function FindBar({ id, page, busy, turn }: Pick<Props, 'page' | 'busy' | 'turn'> & { readonly id: string }) {
  const say = useMessage();
  const [text, setText] = useState('');
  const [sought, seek] = useState<string>();
  const find = () => {
    if (text.trim() === '') return;
    const from = sought === text && page.IsFound ? page.CurrentPage + 1 : page.CurrentPage;
    seek(text);
    turn(Math.min(from, page.TotalPages), { find: text });
  };
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <TextInput
        id={id}
        label={say('report.find')}
        placeholder={say('report.find')}
        value={text}
        onChange={setText}
        maxLength={200}
      />
      <Button size="small" busy={busy} onPress={find}>
        {say('report.find.next')}
      </Button>
      <span role="status">
        {sought !== undefined && page.IsFound === false ? say('report.find.none', { text: sought }) : ''}
      </span>
    </form>
  );
}

/** The table of a report page. */
export function ReportTable({ html, label }: { readonly html: string; readonly label: string }) {
  const { titles, rows } = useMemo(() => tableOf(html), [html]);
  return (
    <table className={areaStyles.table} aria-label={label}>
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

/** Texts with their positions as keys. */
type Keyed = readonly (readonly [number, string])[];

/** Reads the table as texts: nothing in it runs or loads. */
function tableOf(html: string): {
  readonly titles: Keyed;
  readonly rows: readonly (readonly [number, Keyed])[];
} {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const texts = (found: Iterable<Element>): Keyed =>
    [...found].map((one, index) => [index, one.textContent ?? '']);
  return {
    titles: texts(page.querySelectorAll('thead tr:last-child > *')),
    rows: [...page.querySelectorAll('tbody tr')].map((row, index) => [index, texts(row.children)]),
  };
}
