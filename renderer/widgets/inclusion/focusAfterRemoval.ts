/** Keeps the focus in the table when the row that has it goes: in the row that follows, or before, or where rows are added. */
export function focusAfterRemoval(widgetId: string): void {
  const widget = document.getElementById(widgetId);
  const rows = () => [...(widget?.querySelectorAll('tr:is([data-kind="group"], [data-kind="item"])') ?? [])];
  const place = rows().findIndex((row) => row.contains(document.activeElement));
  if (place < 0) return;
  // After React has taken the row away.
  setTimeout(() => {
    const left = rows();
    const buttons = (left[place] ?? left.at(-1) ?? widget)?.querySelectorAll('button');
    [...(buttons ?? [])].at(-1)?.focus();
  });
}
