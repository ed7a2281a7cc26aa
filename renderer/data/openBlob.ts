/** Long enough for the window to be reloaded. */
const kept = 600_000;

/** Opens a file in a new window; false if the browser blocks it. */
export function openBlob(content: Blob): boolean {
  const address = URL.createObjectURL(content);
  const shown = window.open(address, '_blank');
  setTimeout(() => URL.revokeObjectURL(address), shown ? kept : 0);
  return shown !== null;
}
