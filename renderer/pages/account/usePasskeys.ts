import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';

export type Passkey = {
  readonly Id: string;
  readonly Name: string;
  readonly CreatedDate: string;
  readonly LastUsedDate: string | null;
  readonly IsSynced: boolean;
};

type Found = {
  readonly Items: readonly Passkey[];
  /** Off: an administrator says so, or the address of the application allows none. */
  readonly IsOn: boolean;
  /** Without a password, the provider decides how the person signs in. */
  readonly HasPassword: boolean;
};

export const passkeyPath = '/account/passkey';
export const passkeyKey = ['account', 'passkeys'];

export function usePasskeys() {
  const api = useApi();
  return useQuery({
    queryKey: passkeyKey,
    queryFn: ({ signal }) => api.get<Found>(passkeyPath, { signal }),
  });
}
