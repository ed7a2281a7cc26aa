/** Sizes in pixels, as the tokens of the matrix say them: alike for all, so that any place is known without drawing what is before it. */
export const sizes = { row: 34, head: 44, column: 124, label: 190 };
