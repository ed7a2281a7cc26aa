/** Caches books of products until something they were read from is written. */
import type { DataRecord, Model } from '#engine';
import type { OperationCall, Runtime, StoreSession } from '#server/extension';
import type { Book } from './book.ts';
import { type BookCheck, checkBook } from './checkBook.ts';
import { bookWith, type Facts, loadFacts } from './loadBook.ts';
import { loadProduct } from './loadProduct.ts';

type KeptBook = { readonly book: Book; readonly checked: BookCheck };
type Whole = KeptBook & { readonly facts: Facts };
type Kept = Whole & {
  readonly reads: ReadonlySet<string>;
  readonly state: string;
  /** State of the whole store when the entry was last valid: sufficient while nothing is written at all. */
  seen: string;
};

/** Keyed by runtime: releases and people with row access have their own. */
const kept = new WeakMap<object, Map<string, Kept>>();
const mostKept = 50;
/** How long a book may be stale after a write by another process, in milliseconds; never for this process. */
const foreignEvery = 100;

/** The checked formula of a product with everything it refers to; `draft` replaces the stored formula. */
export async function keptBook(
  call: OperationCall,
  productId: unknown,
  draft?: DataRecord,
): Promise<KeptBook> {
  const whole = await wholeOf(call, productId);
  if (!draft) return whole;
  const book = bookWith(whole.facts, { ...draft });
  return { book, checked: checkBook(book) };
}

async function wholeOf(call: OperationCall, productId: unknown): Promise<Whole> {
  const { store, model } = call.runtime;
  const books = booksOf(call.runtime);
  const key = `${String(productId).toLowerCase()} ${call.today} ${call.locale}`;
  const known = books.get(key);
  const asked = performance.now();
  const { concurrentProcesses } = store.flags;
  const before = await store.stateOf(undefined, concurrentProcesses ? 0 : foreignEvery);
  const since = () => (concurrentProcesses ? performance.now() - asked : 0);
  if (known && (known.seen === before || known.state === (await store.stateOf(known.reads, since())))) {
    known.seen = before;
    return known;
  }
  books.delete(key);
  const reads = new Set<string>();
  const from = { call, session: noting(store, reads) };
  const product: DataRecord = await loadProduct(from, productId);
  const facts = await loadFacts(from, product);
  const book = bookWith(facts);
  const made = { facts, book, checked: checkBook(book) };
  // Written to meanwhile, so it may be inconsistent: do not cache it.
  if ((await store.stateOf()) !== before) return made;
  if (books.size >= mostKept) books.delete(books.keys().next().value as string);
  const all = withReferences(model, reads);
  books.set(key, { ...made, reads: all, state: await store.stateOf(all), seen: before });
  return made;
}

function booksOf(runtime: Runtime): Map<string, Kept> {
  const sight = runtime.sight ?? runtime;
  const known = kept.get(sight);
  if (known) return known;
  const books = new Map<string, Kept>();
  kept.set(sight, books);
  return books;
}

/** The session, recording which entities are read through it. */
function noting(session: StoreSession, reads: Set<string>): StoreSession {
  const note = (entity: string) => void reads.add(entity);
  return {
    ...session,
    find: (query) => (note(query.entity), session.find(query)),
    get: (entity, id) => (note(entity), session.get(entity, id)),
    getMany: (entity, ids) => (note(entity), session.getMany(entity, ids)),
    referring: (entity, path, id) => (note(entity), session.referring(entity, path, id)),
    scan: (query) => (note(query.entity), session.scan(query)),
    count: (entity, ...asked) => (note(entity), session.count(entity, ...asked)),
  };
}

/** With the entities they refer to, recursively, since records include parts of those. */
function withReferences(model: Model, entities: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(entities);
  for (const entity of all)
    for (const { ref } of model.entities.get(entity)?.fieldByPath.values() ?? [])
      if (ref) all.add(ref.entity);
  return all;
}
