import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../lib/api';
import { ME } from '../../lib/session';

const isSuspended = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'account-suspended';

/** Calls back when a read or a change fails because the account is suspended. */
function onSuspended(client: QueryClient, listener: () => void): () => void {
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isSuspended(event.action.error)) listener();
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isSuspended(event.action.error)) listener();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Asks again who is signed in when the server says that the account is suspended; the guard then shows why. */
export function useSuspension(): void {
  const client = useQueryClient();
  useEffect(() => onSuspended(client, () => void client.invalidateQueries({ queryKey: ME })), [client]);
}
