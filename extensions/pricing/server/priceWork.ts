/** Prices a card in pieces: a port, behind which a worker thread runs where available. */
import { StepError, UnfitColumn } from '#extensions/pricing/engine';
import { createYield, Refusal } from '#server/extension';
import { excluded, highest, hole } from './cents.ts';
import { exactPricer, type Plan, type Pricing, planPrices } from './planPrices.ts';
import { stepRefusal } from './stepRefusal.ts';

export type Counts = { holes: number; negative: number; priced: number };
export type PricedPiece = Counts & { readonly prices: Int32Array<ArrayBuffer> };

export type PriceRun = {
  /** The next prices, as many as requested; calls may overlap and are answered in order. */
  readonly next: (size: number) => Promise<PricedPiece>;
  /** Ends the run; no more prices are needed. */
  readonly close: () => void;
};

export type PriceWork = { readonly open: (pricing: Pricing) => PriceRun };

/** Runs in this thread, yielding in between. */
export const priceWork: PriceWork = { open: (pricing) => createPriceRun(pricing, createYield()) };

/** Rows priced exactly between two checks of the clock. */
const atOnce = 128;

function createPriceRun(pricing: Pricing, turn: () => Promise<void>): PriceRun {
  let planning: Promise<Plan | undefined> | undefined;
  let pricer: ReturnType<typeof exactPricer> | undefined;
  let [row, isClosed] = [0, false];
  let block: { readonly from: number; readonly prices: Int32Array } | undefined;
  const ask = (at: number): number => {
    pricer ??= exactPricer(pricing);
    return checked(() => (pricer as ReturnType<typeof exactPricer>).at(at));
  };
  const turnUnlessClosed = async (): Promise<void> => {
    await turn();
    if (isClosed) throw new Error('Nobody waits for these prices.');
  };
  /** Prices from this row to the end of its block. */
  const together = ({ size, block: price }: Plan): Int32Array => {
    const index = Math.floor(row / size);
    if (block?.from !== index * size) block = { from: index * size, prices: price(index, ask) };
    return block.prices.subarray(row - block.from);
  };
  const fill = async (prices: Int32Array): Promise<void> => {
    planning ??= planPrices(pricing, turnUnlessClosed);
    const plan = await planning;
    for (let at = 0; at < prices.length; ) {
      await turnUnlessClosed();
      const found = plan ? together(plan) : exactly(row, Math.min(atOnce, prices.length - at), ask);
      const taken = found.subarray(0, prices.length - at);
      prices.set(taken, at);
      at += taken.length;
      row += taken.length;
    }
  };
  const piece = async (size: number): Promise<PricedPiece> => {
    const prices = new Int32Array(size);
    const from = row;
    try {
      await fill(prices);
    } catch (error) {
      if (!(error instanceof UnfitColumn)) throw error;
      // The plan failed midway: continue as if there were none.
      planning = Promise.resolve(undefined);
      row = from;
      await fill(prices);
    }
    return { prices, ...countsOf(prices) };
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    next: (size) => {
      const answer = last.then(() => piece(size));
      last = answer;
      return answer;
    },
    close: () => {
      isClosed = true;
    },
  };
}

const exactly = (from: number, size: number, ask: (row: number) => number): Int32Array =>
  Int32Array.from({ length: size }, (_, index) => ask(from + index));

function checked(price: () => number): number {
  try {
    const cents = price();
    if (cents > highest || (cents <= hole && cents !== hole && cents !== excluded))
      throw new Refusal('validation', 'rate-card.too-high', {});
    return cents;
  } catch (error) {
    throw error instanceof StepError ? stepRefusal(error) : error;
  }
}

function countsOf(prices: Int32Array): Counts {
  let [below, holes, left] = [0, 0, 0];
  for (let at = 0; at < prices.length; at++) below += (prices[at] as number) >>> 31;
  if (below === 0) return { holes, negative: 0, priced: prices.length };
  for (let at = 0; at < prices.length; at++) {
    const cents = prices[at] as number;
    if (cents === hole) holes += 1;
    else if (cents === excluded) left += 1;
  }
  return { holes, negative: below - holes - left, priced: prices.length - holes - left };
}
