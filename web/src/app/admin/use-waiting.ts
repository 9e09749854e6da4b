import { OVERVIEW_DAYS } from '@inkling/contracts/constants';
import { useOverview } from '../../features/admin/overview/api/overview';
import { useRequests } from '../../features/admin/requests/api';

/** What waits on a screen, by its path; 0 until it is known. */
export function useWaiting(): Readonly<Record<string, number>> {
  const now = useOverview(OVERVIEW_DAYS[0]).data?.now;
  const requests = useRequests().data?.waiting ?? 0;
  return { queue: now ? now.casesOpen + now.appeals : 0, requests };
}
