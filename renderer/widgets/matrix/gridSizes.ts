/**
 * Fixed sizes in pixels, equal to the tokens of the matrix, so that a scroll position determines its cells.
 */
export const sizes = { row: 34, head: 44, column: 124, label: 190 };
