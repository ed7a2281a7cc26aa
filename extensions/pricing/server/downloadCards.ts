// Custom code: packs the cards of many products into one file, a table each.
import { writeCsv, zipFiles } from '#engine';
import { defineAction, FileAnswer, Refusal } from '#server/extension';
import { cardsOf } from './adjustmentActions.ts';
import { tableOf } from './cardActions.ts';
import { ratesOf } from './cardRates.ts';

/** Rows zipped at once; the vector is in memory anyway. */
const mostRows = 500_000;

/** `GET …/downloadratecards`: a CSV file per card that has prices. */
export const downloadCards = defineAction({
  body: 'none',
  run: async (call, { params }) => {
    const files: Record<string, Uint8Array> = {};
    let count = 0;
    for (const card of await cardsOf(call, params.id)) {
      const rates = await ratesOf(call, card);
      if (!rates) continue;
      count += rates.vector.length;
      if (count > mostRows)
        throw new Refusal('too-large', 'pricing-adjustment.too-many-rates', { params: { limit: mostRows } });
      const { Code, Version } = (card.Product ?? {}) as { readonly Code?: string; readonly Version?: string };
      const name = `${[Code, Version, card.Name].join(' - ').replaceAll(/[\\/:*?"<>|]/g, '_')}.csv`;
      files[name] = new Uint8Array(await new Response(writeCsv(tableOf(rates)) as BodyInit).arrayBuffer());
      await call.budget.yieldTurn();
    }
    if (Object.keys(files).length === 0) throw new Refusal('validation', 'rate-card.no-rates', {});
    return new FileAnswer(zipFiles(files), 'RateCards.zip');
  },
});
