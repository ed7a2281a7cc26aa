/** Books of products that are sold one after the other: kept until something they were read from is written to. */
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
  /** Of the whole store when it was last found to hold: while nothing at all is written, that is enough. */
  seen: string;
};

/** By runtime: a release has its own, and so has each call of a person who does not see every record. */
const kept = new WeakMap<object, Map<string, Kept>>();
const mostKept = 50;
/**
 * How long a book may be one of before something beside this process wrote, in milliseconds. Where other processes serve
 * the same people it is never older than what they have seen.
 */
const foreignEvery = 100;

/** The formula of a product with all it speaks of, checked: the stored one, or a `draft` that is tried in its place. */
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
  // What was written to meanwhile may have been read half.
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

/** The session, which notes what is read through it. */
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

/** With what their records refer to, and so on: a record carries some of it. */
function withReferences(model: Model, entities: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(entities);
  for (const entity of all)
    for (const { ref } of model.entities.get(entity)?.fieldByPath.values() ?? [])
      if (ref) all.add(ref.entity);
  return all;
}
