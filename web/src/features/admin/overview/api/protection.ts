import { useQuery } from '@tanstack/react-query';
import { call, routes } from '../../../../lib/api';

/** Whether the own account has a passkey or one-time codes; undefined until known. */
export function useProtection(enabled: boolean): boolean | undefined {
  const passkeys = useQuery({
    queryKey: [routes.passkeys],
    queryFn: ({ signal }) => call(routes.passkeys, { signal }),
    enabled,
  });
  const codes = useQuery({
    queryKey: [routes.oneTimeCodes],
    queryFn: ({ signal }) => call(routes.oneTimeCodes, { signal }),
    enabled,
  });
  if (!passkeys.data || !codes.data) return undefined;
  return passkeys.data.length > 0 || codes.data.since !== null;
}
