import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../lib/api';
import { ME } from '../lib/session';

/** Reads the account again when a read or a change fails with this code, so that the guards see what has changed. */
export function useAccountRefresh(code: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const onEvent = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error') return;
      const { error } = event.action;
      if (error instanceof ApiFailure && error.code === code) void client.invalidateQueries({ queryKey: ME });
    };
    const stops = [client.getQueryCache().subscribe(onEvent), client.getMutationCache().subscribe(onEvent)];
    return () => stops.forEach((stop) => stop());
  }, [client, code]);
}
