/** Long enough for a browser that asks where to put it. */
const kept = 60_000;

/** Puts a content into the person's downloads, under a name. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), kept);
}
