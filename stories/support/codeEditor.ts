import { expect, waitFor } from 'storybook/test';
import { slow } from './onScreen.ts';

/** The visible HTML editor; it is in a shadow root, which queries do not search. */
export async function codeEditor(): Promise<HTMLElement> {
  return waitFor(() => {
    const hosts = [...document.querySelectorAll<HTMLElement>('[data-editor="html"]')];
    const shown = hosts.find((host) => host.offsetParent !== null);
    const content = shown?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
    expect(content).toBeTruthy();
    return content as HTMLElement;
  }, slow);
}

/** Inserts text at the cursor, like typing or pasting. */
export async function typeCode(text: string): Promise<void> {
  const content = await codeEditor();
  content.focus();
  document.execCommand('insertText', false, text);
}
