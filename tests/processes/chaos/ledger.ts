/** What the clients were told, to be compared with what is stored and what was mailed. */

export type Ledger = {
  /** Name of a product type → the description last acknowledged. */
  readonly records: Map<string, string>;
  /** Id of an import → how many codes its file holds. */
  readonly imports: Map<string, number>;
  /** Job of each import and rate card. */
  readonly jobs: Set<string>;
  /** Note of a publication → its release. */
  readonly releases: Map<string, number>;
  /** Publications whose outcome only the database knows. */
  readonly unsure: Set<string>;
  /** Address to which a report was subscribed → when it falls due, as acknowledged. */
  readonly mailed: Map<string, string>;
  /** What was done, by kind. */
  readonly done: Record<
    'written' | 'changed' | 'read' | 'imported' | 'generated' | 'published' | 'mailed',
    number
  >;
};

export const newLedger = (): Ledger => ({
  ...{ records: new Map(), imports: new Map(), jobs: new Set(), releases: new Map(), unsure: new Set() },
  ...{ mailed: new Map() },
  done: { written: 0, changed: 0, read: 0, imported: 0, generated: 0, published: 0, mailed: 0 },
});
