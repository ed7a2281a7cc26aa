/** A price in hundredths as a 32-bit integer; two values mean that there is none. */

/** The combination is not sold. */
export const excluded = -2_147_483_648;
/** The combination is sold, but has no price. */
export const hole = -2_147_483_647;
export const lowest = hole + 1;
export const highest = 2_147_483_647;

export const isPrice = (cents: number): boolean => cents > hole;
