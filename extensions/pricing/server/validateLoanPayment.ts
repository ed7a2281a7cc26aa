// Custom code: the limits of a loan payment are the outer ends of a parameter's ranges.
import { type DataRecord, formatMessage } from '#engine';
import { answers, defineAction, may, number, Refusal, sent, text } from '#server/extension';
import { isInRange } from './derivedValues.ts';
import { keptBook } from './keptBooks.ts';
import { loadProduct } from './loadProduct.ts';

/** The default parameter for the payment, unless the call names another. */
const payment = 'Loan.PaymentAmount';

/** `POST /pricing/validateloanpaymentamountinrange`: whether a range of the product contains the amount. */
export const validateLoanPayment = defineAction({
  body: sent({
    ProductId: text,
    LoanPaymentAmount: may(number),
    SourceName: may(text),
  }),
  answer: answers.all({
    ProductId: answers.id,
    LoanPaymentAmount: answers.number,
    IsValid: answers.flag,
    Minimum: answers.maybeNumber,
    Maximum: answers.maybeNumber,
    Message: answers.maybeText,
  }),
  run: async (call, { input }) => {
    const from = { call, session: call.runtime.store };
    const product = await loadProduct(from, input.ProductId);
    const amount = input.LoanPaymentAmount;
    if (typeof amount !== 'number') throw new Refusal('validation', 'pricing.loan-payment.no-amount', {});
    const { operands } = (await keptBook(call, product.Id)).book;
    const name = input.SourceName ?? payment;
    const values = operands.filter(({ follows }) => follows === name).flatMap(({ values = [] }) => values);
    const ranges = values.flatMap(({ range }) => range ?? []);
    const IsValid = ranges.length === 0 || ranges.some((range) => isInRange(range, amount));
    const [Minimum, Maximum] = [
      outer(
        ranges.map(({ low }) => low),
        Math.min,
      ),
      outer(
        ranges.map(({ high }) => high),
        Math.max,
      ),
    ];
    const message = IsValid ? null : messageOf(Minimum, Maximum);
    const { model } = call.runtime;
    const Message =
      message && formatMessage(model, call.locale, message, { amount, minimum: Minimum, maximum: Maximum });
    return {
      ProductId: product.Id,
      LoanPaymentAmount: amount,
      IsValid,
      Minimum,
      Maximum,
      Message,
    } as DataRecord;
  },
});

/** Null: there is no limit on that side. */
function outer(ends: readonly (number | undefined)[], pick: (...ends: number[]) => number): number | null {
  return ends.length === 0 || ends.includes(undefined) ? null : pick(...(ends as number[]));
}

function messageOf(minimum: number | null, maximum: number | null): string {
  if (minimum === null) return 'pricing.loan-payment.above';
  return maximum === null ? 'pricing.loan-payment.below' : 'pricing.loan-payment.outside';
}
