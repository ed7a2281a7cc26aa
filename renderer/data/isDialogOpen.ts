/** Whether a dialog or popover is open, which takes the keys of the page. A toast takes none. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}
