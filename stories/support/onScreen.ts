import { waitFor, within } from 'storybook/test';

/** The whole page, as dialogs and popovers are outside the story's element. */
export const screen = within(document.body);

/** The server or worker of a story starts first, which is slow on a busy machine. */
export const slow = { timeout: 90_000 };

/** The row of a table or grid with this text. */
export async function rowOf(text: string | RegExp): Promise<HTMLElement> {
  const cell = await screen.findByText(text, { selector: 'td, th, td *, th *' }, slow);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${text} is in no row`);
  return row;
}

/** Waits until something is no longer on the page. */
export async function gone(find: () => unknown): Promise<void> {
  await waitFor(() => {
    if (find()) throw new Error('It is still there');
  }, slow);
}
