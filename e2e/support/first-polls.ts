import { request, type FullConfig } from '@playwright/test';
import { Actor } from './actor';

/** More than a page of the feed (spec 9). */
const POLLS = 14;

/** Fills an empty product's feed beyond its first page, so that no journey has to push the polls of another off it. */
export default async function firstPolls({ projects }: FullConfig): Promise<void> {
  const context = await request.newContext({ baseURL: projects[0]?.use.baseURL });
  const author = await Actor.join(context, 'Priya Raghavan');
  const { pagination } = await author.get<{ pagination: { hasMore: boolean } }>('/api/polls?page=1&limit=10');
  if (!pagination.hasMore)
    for (let number = 1; number <= POLLS; number++) await author.ask(`Would you read number ${number} of this list?`);
  await context.dispose();
}
