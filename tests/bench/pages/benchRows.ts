export type BenchRowData = {
  readonly Id: string;
  readonly Name: string;
  readonly Code: string;
  readonly Brand: { readonly Name: string };
  readonly Price: number;
  readonly Count: number;
  readonly Launched: string;
  readonly IsOpen: boolean;
};

/** So many rows, the same at every run. */
export function benchRows(count: number): readonly BenchRowData[] {
  return Array.from({ length: count }, (_, index) => ({
    Id: String(index),
    Name: `Product ${(index * 7919) % count}`,
    Code: `P-${index}`,
    Brand: { Name: `Brand ${index % 12}` },
    Price: ((index * 31) % 100000) / 100,
    Count: (index * 17) % 1000,
    Launched: `2026-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`,
    IsOpen: index % 3 === 0,
  }));
}
