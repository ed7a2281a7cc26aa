import { waitFor, within } from 'storybook/test';

/** The whole page: dialogs and popovers stand outside the story's own element. */
export const screen = within(document.body);

/** The server of a story, or a worker, has to start first: on a busy machine that takes long. */
export const slow = { timeout: 90_000 };

/** The row of a table or grid that holds a text. */
export async function rowOf(text: string | RegExp): Promise<HTMLElement> {
  const cell = await screen.findByText(text, { selector: 'td, th, td *, th *' }, slow);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${text} stands in no row`);
  return row;
}

/** Waits until something no longer stands on the page. */
export async function gone(find: () => unknown): Promise<void> {
  await waitFor(() => {
    if (find()) throw new Error('It is still there');
  }, slow);
}
