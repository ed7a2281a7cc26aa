/** Request and answer schemas shared by several calls. */
import { may, number, valuesByName, wholeNumber } from '#server/extension';

export const rates = {
  Filters: may(valuesByName),
  Minimum: may(number),
  Maximum: may(number),
  Page: may(wholeNumber),
  PageSize: may(wholeNumber),
};
