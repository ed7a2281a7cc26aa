import { expect, userEvent, waitFor } from 'storybook/test';

/**
 * Makes a choice of a searching list the active one. A list that has just narrowed may forget which choice was active:
 * a person presses the key again, and so does this.
 */
export function activate(box: HTMLElement): Promise<void> {
  return waitFor(async () => {
    if (!box.hasAttribute('aria-activedescendant')) await userEvent.keyboard('{ArrowDown}');
    await expect(box).toHaveAttribute('aria-activedescendant');
  });
}
