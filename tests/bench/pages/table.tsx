import '../../../renderer/tokens/tokens.css';
import '../../../renderer/tokens/base.css';
import { createRoot, type Root } from 'react-dom/client';
import type { Model } from '#engine';
import { createSay, type DataColumn, DataTable } from '#renderer';
import { benchRows } from './benchRows.ts';
import { HandTable } from './handTable.tsx';
import { painted } from './timing.ts';

export type TableBench = {
  /** Draws one of the two tables again; milliseconds from the call to the painted rows. */
  readonly open: (which: 'ours' | 'byHand', rows: number) => Promise<number>;
  /** Elements in the page after scrolling to so many places of the list: the most there ever were. */
  readonly mostElements: (stops: number) => Promise<number>;
};

const columns: readonly DataColumn[] = [
  { path: 'Name', title: 'Name', kind: 'text' },
  { path: 'Code', title: 'Code', kind: 'text' },
  { path: 'Brand.Name', title: 'Brand', kind: 'text' },
  { path: 'Price', title: 'Price', kind: 'money' },
  { path: 'Count', title: 'Count', kind: 'integer' },
  { path: 'Launched', title: 'Launched', kind: 'date' },
  { path: 'IsOpen', title: 'IsOpen', kind: 'boolean' },
];

const messages = { 'en-CA': new Map(), 'fr-CA': new Map() };
const model = { messages, lookups: new Map() } as unknown as Model;
const tools = { model, locale: 'en-CA', say: createSay(messages, 'en-CA') } as const;

const place = document.getElementById('app') as HTMLElement;
let root: Root | undefined;

const bench: TableBench = {
  open: async (which, count) => {
    root?.unmount();
    root = createRoot(place);
    place.style.height = '800px';
    // New objects each time: nothing may be remembered from the round before.
    const rows = benchRows(count);
    await painted();
    const started = performance.now();
    root.render(
      which === 'ours' ? (
        <DataTable label="Rows" columns={columns} rows={rows} tools={tools} />
      ) : (
        <HandTable rows={rows} />
      ),
    );
    await painted();
    while (place.querySelectorAll('tbody tr').length < 20) await painted();
    return performance.now() - started;
  },
  mostElements: async (stops) => {
    const scroller = place.firstElementChild as HTMLElement;
    let most = 0;
    for (let stop = 0; stop <= stops; stop += 1) {
      scroller.scrollTop = (scroller.scrollHeight * stop) / stops;
      await painted();
      await painted();
      most = Math.max(most, place.querySelectorAll('*').length);
    }
    return most;
  },
};

Object.assign(window, { bench });
