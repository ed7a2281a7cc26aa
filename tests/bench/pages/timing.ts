/** Resolves after the browser has painted what has changed until now. */
export function painted(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message is handled after the frame is done.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });
}

/** Types a text into an input as the browser would, and gives the time until the frame that shows it is painted. */
export async function pressKey(input: HTMLInputElement, text: string): Promise<number> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const started = performance.now();
  setValue?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: text.at(-1) }));
  return (await painted()) - started;
}
