import { Cursor, peopleRpc, signedOutByAdministrator, type AdminPerson, type PeoplePage } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { RoleChanges } from '../roles/role-changes.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Tables } from '../tables.js';
import { PEOPLE_PAGE, PeopleRepository, type FoundPerson } from './people.repository.js';

/** People, for moderators and administrators (docs/product.md#people). */
@RpcController()
export class PeopleService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly repository: PeopleRepository,
    private readonly sessions: SessionsService,
    private readonly roles: RoleChanges,
  ) {}

  /** @throws ApiError `invalid-request` for a foreign cursor */
  @Rpc(peopleRpc.search)
  async search({ q, cursor, addresses }: RpcRequestOf<typeof peopleRpc.search>): Promise<PeoplePage> {
    const found = await this.repository.search(q, cursor === undefined ? LAST : idIn(cursor), addresses);
    return {
      people: found.map(withoutDetails),
      nextCursor: found.length === PEOPLE_PAGE ? cursorAfter(found.at(-1)!.id) : null,
    };
  }

  /** @throws ApiError `user-not-found` */
  @Rpc(peopleRpc.get)
  async get({ userId, addresses }: RpcRequestOf<typeof peopleRpc.get>) {
    return { ...(await this.#find(userId, addresses)), sessionsCount: await this.sessions.count(userId) };
  }

  /** @throws ApiError as `RoleChanges.change` */
  @Rpc(peopleRpc.setRole)
  async setRole(request: RpcRequestOf<typeof peopleRpc.setRole>): Promise<AdminPerson> {
    const { userId, role, administratorId, sessionId } = request;
    await this.roles.change({ userId, role, by: { userId: administratorId, sessionId } });
    return withoutDetails(await this.#find(userId, true));
  }

  /** A repetition ends the sessions that have begun since. @throws ApiError `user-not-found` */
  @Rpc(peopleRpc.signOut)
  async signOut({ userId, administratorId }: RpcRequestOf<typeof peopleRpc.signOut>): Promise<object> {
    const ended = await this.database.transaction(async (tx) => {
      if (!(await this.accounts.findForUpdate(tx, userId))) throw new ApiError('user-not-found');
      const sessions = await this.sessions.endAll(tx, userId, 'logout');
      if (sessions.length > 0) await tx.publish(signedOutByAdministrator, { userId, byId: administratorId });
      return sessions;
    });
    this.sessions.publishRevoked(ended);
    return {};
  }

  async #find(userId: number, addresses: boolean): Promise<FoundPerson> {
    const person = await this.repository.find(userId, addresses);
    if (!person) throw new ApiError('user-not-found');
    return person;
  }
}

const LAST = Number.MAX_SAFE_INTEGER;
const cursorAfter = (id: number): string => Cursor.parse(Buffer.from(String(id)).toString('base64url'));

function idIn(cursor: string): number {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('invalid-request', { message: 'The cursor is not of this list.' });
  return Number(id);
}

const withoutDetails = ({ hasCompletedProfile: _profile, emailVerified: _verified, ...person }: FoundPerson) => person;
