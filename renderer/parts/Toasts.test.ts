import { expect, it } from 'vitest';
import { createToasts } from './Toasts.tsx';

const shown = ({ queue }: ReturnType<typeof createToasts>) =>
  queue.visibleToasts.map(({ content }) => content.text);

it('a failure stays until the same thing succeeds', () => {
  const toasts = createToasts();
  toasts.show('The plan could not be saved.', 'error', 'plan');
  toasts.show('The file could not be fetched.', 'error', 'file');
  toasts.show('Saved.', 'success', 'plan');
  expect(shown(toasts).sort()).toEqual(['Saved.', 'The file could not be fetched.']);
  toasts.settle('file');
  expect(shown(toasts)).toEqual(['Saved.']);
});

it('a failure must say what it is about, or nothing could remove it', () => {
  const { show } = createToasts();
  // @ts-expect-error A failure without what it is about does not compile.
  show('It failed.', 'error');
  expect(show).toBeTypeOf('function');
});
