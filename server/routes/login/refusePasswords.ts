import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import { isPasswordOff } from '../../login/company/Provider.ts';

/** While people sign in with a provider alone, no password is taken, set or sent. */
export async function refusePasswords({ runtime, settings }: ApiCall): Promise<void> {
  if (await isPasswordOff(runtime, settings)) throw refusals.passwordsOff();
}
