import { request, type FullConfig } from '@playwright/test';
import { Actor } from './actor';

/** More polls than a page of the feed holds (docs/product.md#feed). */
const POLLS = 14;

/** Fills an empty product's feed beyond its first page, so that journeys see a feed with several pages. */
export default async function firstPolls({ projects }: FullConfig): Promise<void> {
  const context = await request.newContext({ baseURL: projects[0]?.use.baseURL });
  const author = await Actor.join(context, 'Priya Raghavan');
  const { pagination } = await author.get<{ pagination: { hasMore: boolean } }>('/api/polls?page=1&limit=10');
  if (!pagination.hasMore)
    for (let number = 1; number <= POLLS; number++) await author.ask(`Would you read number ${number} of this list?`);
  await context.dispose();
}
