/** The number of attacks in a test: a few in every run, and minutes' worth in `npm run attack`. */
export const isAttack = process.env.FORMWRIGHT_ATTACK === '1';

export const attackRuns = (small: number, large: number): number => (isAttack ? large : small);
