import type { APIRequestContext } from '@playwright/test';
import type { Actor } from './actor';
import { sql } from './database';

/** Gives the user a role, and `request` a session that knows it. */
export async function grant(
  request: APIRequestContext,
  actor: Actor,
  role: 'moderator' | 'administrator',
): Promise<void> {
  await sql('update auth.accounts set role = $2 where id = $1', [actor.id, role]);
  await actor.logIn(request);
}
