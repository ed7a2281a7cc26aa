// Custom code: a printed price list is laid out page by page with repeated headings.
import { type DataRecord, type FilterTree, formatMessage, type Locale } from '#engine';
import {
  among,
  defineAction,
  equals,
  FileAnswer,
  type From,
  missingWarnings,
  type OperationCall,
  Refusal,
  refusals,
  valueIn,
} from '#server/extension';
import { planDimension, type Rates } from './cardLayout.ts';
import { ratesOf, rowAnswer } from './cardRates.ts';
import { isPrice } from './cents.ts';
import { loadCard } from './loadCard.ts';
import { loadProduct } from './loadProduct.ts';
import { writePriceList } from './writePriceList.ts';

/** Longer lists are not printed; the whole card is available as a spreadsheet. */
const mostLines = 5000;

/** `GET …/pricingpdf/{rateCardId}/{profileId}/{plan}`: prices of one plan, in the language of the call. */
export const priceListPdf = defineAction({
  body: 'none',
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const product = await loadProduct(from, params.productId);
    const card = await loadCard(from, { productId: String(product.Id), rateCardId: params.rateCardId ?? '' });
    const profile = await from.session.get('dealer', String(params.profileId).toLowerCase());
    if (!profile) throw refusals.noSuchRecord({ params: { entity: 'entity.dealer', id: params.profileId } });
    const rates = await ratesOf(call, card);
    if (!rates) throw new Refusal('validation', 'rate-card.no-rates', {});
    const lines = linesOf(rates, params.plan ?? '');
    if (lines.length === 0)
      throw new Refusal('validation', 'rate-card.no-plan', { params: { plan: params.plan } });
    if (lines.length > mostLines)
      throw new Refusal('validation', 'rate-card.too-long', {
        params: { count: lines.length, limit: mostLines },
      });
    const said = await localTexts(from, product);
    const { dimensions } = rates;
    const columns = dimensions.filter(({ Name }) => Name !== planDimension);
    const heads = columns.map(({ Name, Label }) => said.parameter(Name, Label));
    const texts = columns.map(({ Name }) => said.valuesOf(Name));
    const name = said.own(product, String(product.Name));
    const { bytes, missing } = await writePriceList({
      title: `${name} ${String(product.Version)}`,
      notes: [
        [
          say(call, 'rate-card.pdf.plan', { plan: said.plan(planLabel(rates, params.plan ?? '')) }),
          String(profile.TradingName ?? ''),
          String(card.Name),
        ].join(' · '),
        say(call, 'rate-card.pdf.money', { date: dayOf(call, card.RatesDate) }),
      ],
      heads: [...heads, say(call, 'pricing.price')],
      lines: lines.map(({ values, cents }) => [
        ...values.map((value, place) => texts[place]?.(value) ?? value),
        money(call.locale, cents),
      ]),
      foot: (page, pages) => `${name} · ${say(call, 'rate-card.pdf.page', { page, pages })}`,
      ...{ language: call.locale, moment: call.now, fonts: await call.runtime.ports.fonts?.() },
      turn: () => call.budget.yieldTurn(),
    });
    const file = `Rate Card - ${String(product.Name)}.pdf`;
    return new FileAnswer(bytes, file, undefined, missingWarnings(call, missing));
  },
});

const dayOf = ({ locale, now }: OperationCall, made: unknown): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(typeof made === 'string' ? made : now),
  );

/** Names of plans, parameters and values in the call's language; the card stores the first language. */
async function localTexts(from: From, product: DataRecord) {
  const { locale } = from.call;
  const owned = async (entity: string, filter: FilterTree | undefined) =>
    (await from.session.find({ entity, filter })).items;
  const parameters = await owned('parameter', equals('ProductId', product.Id));
  const ids = parameters.map(({ Id }) => Id);
  const listed = await owned('parameter-value', among('ParameterId', ids));
  const plans = await owned('plan', equals('ProductId', product.Id));
  const own = (record: DataRecord, otherwise: string) =>
    valueIn(record, { name: 'Name' }, locale) ?? otherwise;
  const byName = (records: readonly DataRecord[]) => {
    const known = new Map(records.map((record) => [String(record.Name), record]));
    return (text: string) => own(known.get(text) ?? {}, text);
  };
  const bySource = new Map(parameters.map((one) => [String(one.SourceName), one]));
  return {
    own,
    plan: byName(plans),
    parameter: (source: string, label: string) => own(bySource.get(source) ?? {}, label),
    /** Two parameters may give different values the same name, so each looks up its own. */
    valuesOf: (source: string) =>
      byName(listed.filter(({ ParameterId }) => ParameterId === (bySource.get(source)?.Id ?? null))),
  };
}

function say({ runtime, locale }: OperationCall, key: string, params: DataRecord = {}): string {
  return formatMessage(runtime.model, locale, key, params);
}

function money(locale: Locale, cents: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(cents / 100);
}

const isPlan = (asked: string) => (one: { readonly Value: unknown; readonly Label: string }) =>
  [String(one.Value), one.Label].some((name) => name.toLowerCase() === asked.toLowerCase());

const planLabel = ({ dimensions: [first] }: Rates, plan: string): string =>
  first?.Values.find(isPlan(plan))?.Label ?? plan;

function linesOf(rates: Rates, plan: string) {
  const { dimensions, vector } = rates;
  const [first] = dimensions;
  const hasPlan = first?.Name === planDimension;
  const at = hasPlan ? first.Values.findIndex(isPlan(plan)) : 0;
  const size = hasPlan ? vector.length / first.Values.length : vector.length;
  const lines: { readonly values: readonly string[]; readonly cents: number }[] = [];
  for (let row = at * size; at >= 0 && row < (at + 1) * size; row++) {
    const cents = vector[row] as number;
    if (!isPrice(cents)) continue;
    const values = rowAnswer(rates, row).Values as readonly string[];
    lines.push({ values: hasPlan ? values.slice(1) : values, cents });
  }
  return lines;
}
