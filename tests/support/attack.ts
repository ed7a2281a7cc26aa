/** How often a test attacks: a little in every run of the tests, for minutes by `npm run attack`. */
export const isAttack = process.env.FORMWRIGHT_ATTACK === '1';

export const attackRuns = (small: number, large: number): number => (isAttack ? large : small);
