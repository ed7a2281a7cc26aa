import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, waitFor, within } from 'storybook/test';
import type { EntityModel, FieldModel, Model } from '#engine';
import { ApiError, StepDialog } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

type Asked = { readonly entity: string; readonly fields: readonly string[] };

/** Steps that ask for every kind, and for every two kinds that meet in an entity; more steps would repeat these. */
function stepsOf({ entities }: Model): readonly Asked[] {
  const met = new Set<string>();
  return [...entities.values()].flatMap((entity) => {
    const asked = askable(entity);
    const pairs = asked.flatMap(({ kind }) => asked.map((other) => `${kind} ${other.kind}`));
    const isNew = pairs.some((pair) => !met.has(pair));
    for (const pair of pairs) met.add(pair);
    return isNew ? [{ entity: entity.id, fields: asked.map(({ name }) => name) }] : [];
  });
}

/** A field of each kind. */
function askable({ fields, workflow }: EntityModel): readonly Pick<FieldModel, 'kind' | 'name'>[] {
  const kinds = new Map(
    fields
      .filter(
        ({ stored, readOnly, required, sequence, records, kind }) =>
          stored && !readOnly && !required && !sequence && !records && kind !== 'id',
      )
      .filter(({ name }) => name !== workflow?.field)
      .map((field) => [field.kind, field] as const),
  );
  return [...kinds.values()].slice(0, 8);
}

const refusal = (field: string) => `No to ${field}.`;

/** Takes the steps in turn; the server refuses each once, field by field. */
function Series({ steps, onDone }: { steps: readonly Asked[]; onDone: (fields: readonly string[]) => void }) {
  const [at, go] = useState(0);
  const [tries] = useState(() => new Set<number>());
  const step = steps[at];
  if (!step) return <p>All were taken</p>;
  const keys = [...step.fields, '$note'];
  const errors = keys.map((Key) => ({ Key, Path: `/${Key}`, Value: refusal(Key) }));
  return (
    <StepDialog
      key={at}
      options={{
        title: `Step ${at + 1}`,
        step: {
          entity: step.entity,
          transition: 'go',
          fields: step.fields.map((field) => ({ field, required: false })),
          note: 'optional',
        },
        record: { Id: String(at) },
        yes: 'Take it',
        send: async () => {
          if (tries.has(at)) return true;
          tries.add(at);
          throw new ApiError(422, { Message: 'No.', ValidationErrors: errors });
        },
      }}
      onDone={() => {
        onDone(step.fields);
        go(at + 1);
      }}
    />
  );
}

const meta = {
  title: 'Shell/Step dialog',
  tags: ['workflow', 'transition', 'approve', 'reject', 'note'],
  component: Series,
  args: { steps: [], onDone: fn() },
  render: ({ onDone }) => (
    <StoryApp
      route="/"
      routes={(model) => [{ path: '/', element: <Series steps={stepsOf(model)} onDone={onDone} /> }]}
    />
  ),
  parameters: {
    about: docsOf({
      what: 'What a workflow step asks for: fields of the record and a note.',
      use: ['A step that needs a value or a reason'],
      not: ['A question about something else: Ask dialog'],
      anatomy: ['Title: the step', 'Fields: as on the form', 'Note: kept in the history'],
      keyboard: {
        Enter: 'Takes the step',
        Esc: 'Cancels; asks first if something was entered',
      },
      screenReader: '“Approve, dialog.” The first field has the focus.',
      frame: 520,
    }),
  },
} satisfies Meta<typeof Series>;

export default meta;
type Story = StoryObj<typeof meta>;

/** An error of the server is shown at its field and listed above, whatever the kind of the field. */
export const EveryKindOfFieldRefused: Story = {
  play: async ({ args, userEvent }) => {
    await screen.findByRole('dialog', { name: 'Step 1' }, slow);
    let taken = 0;
    let atField = 0;
    for (; !screen.queryByText('All were taken'); taken += 1) {
      const dialog = await screen.findByRole('dialog', { name: `Step ${taken + 1}` });
      const go = within(dialog).getByRole('button', { name: 'Take it' });
      await userEvent.click(go);
      const alert = await within(dialog).findByRole('alert');
      if (!alert.textContent?.includes(refusal('$note'))) {
        // A rule of the entity requires more, so nothing was sent: its fields are listed likewise.
        await expect(within(alert).getAllByRole('button').length).toBeGreaterThan(0);
        await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
        await waitFor(() => expect(args.onDone).toHaveBeenCalledTimes(taken + 1));
        continue;
      }
      for (const place of dialog.querySelectorAll<HTMLElement>('[data-path]')) {
        const field = place.dataset.path?.slice(1) ?? '';
        if (field.includes('/')) continue;
        await waitFor(() => expect(place).toHaveTextContent(refusal(field)));
        await expect(alert).toHaveTextContent(refusal(field));
        atField += 1;
      }
      await expect(within(alert).getAllByRole('button').length).toBeGreaterThan(0);
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
      await expect(args.onDone).toHaveBeenCalledTimes(taken);
      await userEvent.click(go);
      await waitFor(() => expect(args.onDone).toHaveBeenCalledTimes(taken + 1));
    }
    await expect(taken).toBeGreaterThan(20);
    await expect(atField).toBeGreaterThan(60);
  },
};

/** The first step: asked, then refused with errors at its fields. */
export const AllStates: Story = {
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog', { name: 'Step 1' }, slow);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take it' }));
    await within(dialog).findByRole('alert');
  },
};
