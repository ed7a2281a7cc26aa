/** Long enough for a browser that asks where to save. */
const kept = 60_000;

/** Saves a file to the downloads folder. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), kept);
}
