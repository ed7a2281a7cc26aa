import { type Refusal, refusals } from '../../errors/Refusal.ts';
import { isCommonPassword } from '../../login/commonPasswords.ts';
import { longestPassword, refusedAt } from './checkPassword.ts';

/** Of a password a person chooses, in characters. */
const shortestPassword = 12;

/** Refuses a password that is short, long, that of before, or guessed at once. */
export async function refuseWeak(password: string, before: string, userName: string): Promise<void> {
  const length = [...password].length;
  const refuse = (refusal: Refusal) => refusedAt('NewPassword', refusal);
  if (length < shortestPassword)
    throw refuse(refusals.shortPassword({ params: { count: shortestPassword } }));
  if (password.length > longestPassword)
    throw refuse(refusals.longPassword({ params: { count: longestPassword } }));
  if (password === before) throw refuse(refusals.samePassword());
  const letters = new Set(password.toLowerCase());
  if (letters.size < 4 || password.toLowerCase().includes(userName.toLowerCase()))
    throw refuse(refusals.easyPassword());
  if (await isCommonPassword(password)) throw refuse(refusals.commonPassword());
}

/** Whether nobody may choose it for themselves. */
export const isWeakPassword = (password: string, userName: string): Promise<boolean> =>
  refuseWeak(password, '', userName).then(
    () => false,
    () => true,
  );
