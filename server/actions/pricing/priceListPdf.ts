// Code, because a price list on paper is laid out page by page, its headings above each of them.
import { type DataRecord, formatMessage, type Locale } from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import type { Action } from '../Action.ts';
import { FileAnswer } from '../FileAnswer.ts';
import type { Rates } from './cardLayout.ts';
import { planDimension } from './cardLayout.ts';
import { ratesOf, rowAnswer } from './cardRates.ts';
import { isPrice } from './cents.ts';
import { loadCard } from './loadCard.ts';
import { loadProduct } from './loadProduct.ts';

/** Longer is no list that anybody hangs up; the whole card comes as a spreadsheet. */
const mostLines = 5000;

/** `GET …/pricingpdf/{rateCardId}/{profileId}/{plan}`: the prices of one plan, in the language of the call. */
export const priceListPdf: Action = async (call, { params }) => {
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
  const heads = rates.dimensions.flatMap(({ Name, Label }) => (Name === planDimension ? [] : [Label]));
  const bytes = await drawn(call, {
    title: `${String(product.Name)} ${String(product.Version)}`,
    note: [
      say(call, 'rate-card.pdf.plan', { plan: planLabel(rates, params.plan ?? '') }),
      String(profile.TradingName ?? ''),
      String(card.Name),
    ].join(' · '),
    heads: [...heads, say(call, 'pricing.price')],
    lines: lines.map(({ values, cents }) => [...values, money(call.locale, cents)]),
  });
  return new FileAnswer(bytes, `Rate Card - ${String(product.Name)}.pdf`);
};

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

type List = {
  readonly title: string;
  readonly note: string;
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
};

/** Letter, in points. */
const paper = { width: 612, height: 792, margin: 48, line: 16 } as const;

async function drawn(call: OperationCall, list: List): Promise<Uint8Array<ArrayBuffer>> {
  const { PDFDocument, StandardFonts, rgb } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.setTitle(list.title);
  document.setLanguage(call.locale);
  const [font, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const letters = new Set(font.getCharacterSet());
  const plain = (text: string) =>
    Array.from(text.replaceAll(/[\u00a0\u202f]/g, ' '), (one) =>
      letters.has(one.codePointAt(0) ?? 0) ? one : '?',
    ).join('');
  const column = (paper.width - 2 * paper.margin) / list.heads.length;
  const perPage = Math.floor((paper.height - 2 * paper.margin - 5 * paper.line) / paper.line);
  const pages = Math.ceil(list.lines.length / perPage);
  for (let number = 0; number < pages; number++) {
    const page = document.addPage([paper.width, paper.height]);
    let y = paper.height - paper.margin;
    const write = (text: string, x: number, size: number, used = font) =>
      page.drawText(plain(text), { x, y, size, font: used });
    const row = (cells: readonly string[], used = font) => {
      cells.forEach((cell, index) => {
        const isLast = index === cells.length - 1;
        const wide = used.widthOfTextAtSize(plain(cell), 10);
        const x = paper.margin + index * column;
        write(cell, isLast ? x + column - wide : x, 10, used);
      });
      y -= paper.line;
    };
    write(list.title, paper.margin, 16, bold);
    y -= paper.line * 1.5;
    write(list.note, paper.margin, 10);
    y -= paper.line * 1.5;
    row(list.heads, bold);
    page.drawLine({
      start: { x: paper.margin, y: y + 11 },
      end: { x: paper.width - paper.margin, y: y + 11 },
      thickness: 0.5,
      color: rgb(0.5, 0.5, 0.5),
    });
    for (const line of list.lines.slice(number * perPage, (number + 1) * perPage)) row(line);
    y = paper.margin - paper.line;
    write(say(call, 'rate-card.pdf.page', { page: number + 1, pages }), paper.margin, 9);
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  return (await document.save()) as Uint8Array<ArrayBuffer>;
}
