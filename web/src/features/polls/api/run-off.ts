import { skipToken, useQuery } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';

/** The run-off of a ranked poll once it has ended (`decided`); it never changes again. */
export const useRunOff = (pollId: number, decided = true) =>
  useQuery({
    queryKey: ['run-off', pollId],
    queryFn: decided ? ({ signal }) => call(routes.pollRounds, { params: { id: pollId }, signal }) : skipToken,
    staleTime: Infinity,
  });
