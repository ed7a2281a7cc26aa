import { expect, userEvent, waitFor } from 'storybook/test';

/**
 * Activates an option of a search list. A list that has just been filtered may lose its active option; people
 * press the key again, and so does this.
 */
export function activate(box: HTMLElement): Promise<void> {
  return waitFor(async () => {
    if (!box.hasAttribute('aria-activedescendant')) await userEvent.keyboard('{ArrowDown}');
    await expect(box).toHaveAttribute('aria-activedescendant');
  });
}
