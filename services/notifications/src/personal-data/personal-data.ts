import { personalDataRpc, type PersonalEntry, type PersonalPage } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { NotificationsService } from '../list/notifications.service.js';
import { PreferencesService } from '../preferences/preferences.service.js';
import type { Tables } from '../tables.js';

/** Messages in one page; each may be as long as the contact form allows. */
const MESSAGES = 20;

/** What notifications stores about a person, for their own export. */
@RpcController()
export class PersonalData {
  constructor(
    private readonly database: Database<Tables>,
    private readonly notifications: NotificationsService,
    private readonly preferences: PreferencesService,
  ) {}

  @Rpc(personalDataRpc.notifications)
  async list({ userId, collection, after }: RpcRequestOf<typeof personalDataRpc.notifications>): Promise<PersonalPage> {
    switch (collection) {
      case 'notifications': {
        const page = await this.notifications.list(userId, after);
        return { entries: page.notifications, next: page.nextCursor };
      }
      case 'preferences':
        return { entries: [await this.preferences.of(userId)], next: null };
      case 'devices':
        return { entries: await this.#devices(userId), next: null };
      default:
        return this.#messages(userId, Number(after ?? 0));
    }
  }

  /** Without their tokens, with which anyone could send to them. */
  #devices(userId: number): Promise<PersonalEntry[]> {
    return this.database.kysely
      .selectFrom('push_tokens')
      .select(['sender', 'device_type as deviceType', 'created_at as since', 'seen_at as lastSeenAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }

  async #messages(userId: number, after: number): Promise<PersonalPage> {
    const rows = await this.database.kysely
      .selectFrom('contact_messages')
      .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'message', 'created_at as sentAt'])
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(MESSAGES)
      .execute();
    return { entries: rows, next: rows.length === MESSAGES ? String(rows.at(-1)?.id) : null };
  }
}
