import { expect, waitFor } from 'storybook/test';
import { slow } from './onScreen.ts';

/** The text of the HTML editor that is shown; it lives in a shadow root, where queries do not look. */
export async function codeEditor(): Promise<HTMLElement> {
  return waitFor(() => {
    const hosts = [...document.querySelectorAll<HTMLElement>('[data-editor="html"]')];
    const shown = hosts.find((host) => host.offsetParent !== null);
    const content = shown?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
    expect(content).toBeTruthy();
    return content as HTMLElement;
  }, slow);
}

/** Puts text where the cursor stands, as a key or a paste does. */
export async function typeCode(text: string): Promise<void> {
  const content = await codeEditor();
  content.focus();
  document.execCommand('insertText', false, text);
}
