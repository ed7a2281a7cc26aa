import { useEffect, useMemo, useState } from 'react';
import { createToasts, MemoryRouter, ToastProviderContext, Toasts, useMessage } from '#renderer';
import { localHost } from './localHost.ts';
import { StepsEditor } from './StepsEditor.tsx';
import styles from './steps.module.css';
import type { Draft, StepsBook } from './types.ts';

const partField = 'Part';

const book: StepsBook = {
  Operands: [
    {
      ...{ Name: 'Policy.TermMonth', Label: 'Policy.TermMonth', Type: 'number', Follows: null },
      Values: [12, 24, 36].map((Value) => ({ Value, Label: String(Value) })),
    },
    {
      ...{ Name: 'Vehicle.Class', Label: 'Vehicle.Class', Type: 'text', Follows: null },
      Values: ['A', 'B'].map((Value) => ({ Value, Label: Value })),
    },
    { Name: 'Vehicle.Price', Label: 'Vehicle.Price', Type: 'number', Follows: null, Values: [] },
  ],
  Plans: [],
  LookUps: [],
  Buckets: ['A', 'B', 'C'].map((Name) => ({ Id: Name, Name })),
};

const start: Draft = {
  LookUpTables: [
    {
      Name: 'Base',
      Cells:
        'Policy.TermMonth\tVehicle.Class\tValue\n12\tA\t100\n24\tA\t180\n36\tA\t250\n12\tB\t120\n24\tB\t210\n36\tB\t290',
    },
  ],
  Steps: [
    { Name: 'base', Expression: "$table('Base')", [partField]: 'A' },
    { Name: 'risk', Expression: '$default(Vehicle.Price, 0) * 0.0125', Scale: 2, [partField]: 'B' },
    { Name: 'fee', Expression: '($base + $risk) * 0.05', Scale: 2, [partField]: 'C' },
  ],
  Examples: [],
};

declare global {
  /** Tells test drivers that the page is independent of any account. */
  var browserless: boolean | undefined;
}

/** The steps editor with sample steps, for trials: no login, no calls, nothing stored. */
export function StepsHarness() {
  const say = useMessage();
  const [draft, setDraft] = useState(start);
  // Nobody is signed in here, so there is no shell to show notices.
  const [toasts] = useState(createToasts);
  const host = useMemo(() => localHost(book, partField), []);
  useEffect(() => {
    globalThis.browserless = true;
    document.documentElement.dataset.browserless = 'true';
    return () => {
      globalThis.browserless = undefined;
      delete document.documentElement.dataset.browserless;
    };
  }, []);
  const labels = { part: say('ui.steps.part'), choice: say('ui.steps.choice'), total: say('ui.steps.total') };
  return (
    <ToastProviderContext value={toasts}>
      <main className={styles.harness}>
        <h1>{say('ui.steps.harness')}</h1>
        <p className={styles.note}>{say('ui.steps.harness.note')}</p>
        {/* The page is outside the application's router, and the editor keeps its tab in an address. */}
        <MemoryRouter>
          <StepsEditor {...{ host, draft, book, partField, labels }} onChange={setDraft} isReadOnly={false} />
        </MemoryRouter>
      </main>
      <Toasts queue={toasts.queue} />
    </ToastProviderContext>
  );
}
