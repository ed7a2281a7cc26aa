/** As long as somebody may want to load the window again. */
const kept = 600_000;

/** Shows a content in a window of its own; false where the browser lets none open. */
export function openBlob(content: Blob): boolean {
  const address = URL.createObjectURL(content);
  const shown = window.open(address, '_blank');
  setTimeout(() => URL.revokeObjectURL(address), shown ? kept : 0);
  return shown !== null;
}
