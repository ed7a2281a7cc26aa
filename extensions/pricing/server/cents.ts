/** A price of a card: hundredths in four bytes, two of whose values say why there is none. */

/** The combination is not sold. */
export const excluded = -2_147_483_648;
/** It is sold, and nothing says for how much. */
export const hole = -2_147_483_647;
export const lowest = hole + 1;
export const highest = 2_147_483_647;

export const isPrice = (cents: number): boolean => cents > hole;
