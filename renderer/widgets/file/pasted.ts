import type { ClipboardEvent } from 'react';

/**
 * Takes pasted files, wherever in the field the focus is. The drop zone itself takes only files that lie on a disk,
 * which a screenshot does not.
 */
export const onPastedFiles = (take: (files: readonly File[]) => void) => (event: ClipboardEvent) => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  take(files);
};
