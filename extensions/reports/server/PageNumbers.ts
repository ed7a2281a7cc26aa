/** Where pages are numbered from 1 again, and what each page is called. */
import type { PageOf } from '#extensions/reports/engine';

export class PageNumbers {
  /** Pages that are numbered 1. */
  private readonly starts = [1];
  /** Where the name changes. */
  private readonly names: { readonly page: number; readonly name: string | undefined }[];
  private noted = 0;

  constructor(first: string | undefined) {
    this.names = [{ page: 1, name: first }];
  }

  begin(page: number): void {
    if (page > (this.starts.at(-1) ?? 1)) this.starts.push(page);
  }

  /** The first line of a page names it. */
  note(page: number, name: string | undefined): void {
    if (page === this.noted) return;
    this.noted = page;
    if (name !== undefined && name !== this.names.at(-1)?.name) this.names.push({ page, name });
  }

  at(number: number, total: number): Pick<PageOf, 'number' | 'total' | 'section' | 'name'> {
    const start = this.starts.findLast((page) => page <= number) ?? 1;
    const next = this.starts.find((page) => page > number) ?? total + 1;
    return {
      ...{ number, total, section: { number: number - start + 1, total: next - start } },
      name: this.names.findLast(({ page }) => page <= number)?.name,
    };
  }
}
