import { skipToken, useQuery } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';

/** What the invitation that somebody follows says; asked once. */
export const useInvitation = (code: string | undefined) =>
  useQuery({
    queryKey: [routes.invitation, code],
    queryFn: code === undefined ? skipToken : ({ signal }) => call(routes.invitation, { params: { code }, signal }),
    retry: false,
    staleTime: Infinity,
  });
