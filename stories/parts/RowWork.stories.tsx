import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import type { ActionModel, GridAdd, GridBlock } from '#engine';
import {
  AddRow,
  type App,
  AppProvider,
  createQueryClient,
  createToasts,
  DialogsProviderContext,
  MemoryRouter,
  RowActions,
  type ScreenScope,
  ToastProviderContext,
} from '#renderer';
import { docsOf } from '../docs/about.ts';
import { screen } from '../support/onScreen.ts';

const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
const scope = { route: {}, data: {}, user, reload: async () => undefined } as unknown as ScreenScope;
const add = {
  field: 'Name',
  label: 'limit-of-liability.add',
  route: 'POST /limit',
  initial: {},
  access: { kind: 'login' },
} as unknown as GridAdd;
const action = {
  id: 'refresh',
  kind: 'call',
  label: 'ui.reload',
  tone: 'neutral',
  icon: 'trash',
  route: '/refresh',
  method: 'POST',
  confirm: [],
  alerts: [],
} as unknown as ActionModel;

type Args = { readonly send: (...call: unknown[]) => Promise<unknown>; readonly onAdded: () => void };

/** Row actions on a slow server. */
function Work({ send, onAdded }: Args) {
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  const app = { api: { send }, model: { entities: new Map() }, session: { user } } as unknown as App;
  return (
    <MemoryRouter>
      <AppProvider value={app}>
        <QueryClientProvider client={client}>
          <ToastProviderContext value={toasts}>
            <DialogsProviderContext value={{} as never}>
              <AddRow block={{ entity: 'limit' } as GridBlock} add={add} scope={scope} onAdded={onAdded} />
              <RowActions
                entity="limit"
                actions={[action]}
                record={{ Id: '1' }}
                name="Towing"
                scope={scope}
              />
            </DialogsProviderContext>
          </ToastProviderContext>
        </QueryClientProvider>
      </AppProvider>
    </MemoryRouter>
  );
}

/** Calls answered on command. */
function slowly() {
  const answers: ((answer: unknown) => void)[] = [];
  const send = fn(() => new Promise((resolve) => answers.push(resolve)));
  return { send, answer: () => answers.shift()?.({ Id: 'new' }) };
}

const meta = {
  title: 'Grid/Work on rows',
  tags: ['inline-edit', 'editable-grid'],
  component: Work,
  args: { send: async (): Promise<unknown> => ({}), onAdded: fn() },
  parameters: {
    about: docsOf({
      what: 'Adding to a list and acting on its rows while the server is busy: nothing is done twice.',
      use: ['Lists whose rows are added by name'],
      not: ['Rows of a form: the widget Rows', 'Two lists with a value for each pair: the widget Matrix'],
      anatomy: ['Name: typed, Enter adds', 'Actions: at the end of the row'],
      keyboard: {
        Enter: 'In the name: adds. On a row: opens it',
        Tab: 'To the rows as one tab stop, then to the actions of the row',
        '↑ ↓': 'The row above, the row below; with Shift they are selected',
        'Home End': 'The first row, the last row',
        Space: 'Selects the row; with Shift, all rows up to it',
        'Ctrl+C': 'Copies the selected rows',
      },
      screenReader: '“Name of a new limit of liability, edit text.”',
    }),
  },
} satisfies Meta<typeof Work>;

export default meta;
type Story = StoryObj<typeof meta>;

const adding = slowly();

/** Two presses of Enter make one row, and text typed meanwhile stays. */
export const OneRowForOneName: Story = {
  args: { send: adding.send, onAdded: fn() },
  play: async ({ args, userEvent }) => {
    const input = await screen.findByRole('textbox', { name: 'Name of a new limit of liability' });
    await userEvent.type(input, 'Towing{Enter}{Enter}');
    await userEvent.clear(input);
    await userEvent.type(input, 'Rental');
    adding.answer();
    await waitFor(() => expect(args.onAdded).toHaveBeenCalledTimes(1));
    await expect(args.send).toHaveBeenCalledTimes(1);
    await expect(input).toHaveValue('Rental');
  },
};

const acting = slowly();

/** A running row action is not sent again. */
export const OneCallForTwoPresses: Story = {
  args: { send: acting.send, onAdded: fn() },
  play: async ({ args, userEvent }) => {
    const button = await screen.findByRole('button', { name: /Towing/ });
    await userEvent.dblClick(button);
    await waitFor(() => expect(args.send).toHaveBeenCalledTimes(1));
    acting.answer();
    // After it has ended, the next press sends again.
    await waitFor(async () => {
      await userEvent.click(button);
      await expect(args.send).toHaveBeenCalledTimes(2);
    });
  },
};

export const AllStates: Story = { tags: ['!test'] };
