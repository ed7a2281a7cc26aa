import { type Refusal, refusals } from '../../errors/Refusal.ts';
import { isCommonPassword } from '../../login/commonPasswords.ts';
import { longestPassword, refusedAt } from './checkPassword.ts';

/** Minimum length of a chosen password, in characters. */
const shortestPassword = 12;

/** Refuses a password that is too short, too long, unchanged or easy to guess. */
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

/** Whether the password is too weak to be chosen. */
export const isWeakPassword = (password: string, userName: string): Promise<boolean> =>
  refuseWeak(password, '', userName).then(
    () => false,
    () => true,
  );
