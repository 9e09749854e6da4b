import { Controller } from '@nestjs/common';
import {
  casesRpc,
  peopleRpc,
  pollsRpc,
  routes,
  socialRpc,
  type AdminPerson,
  type PeoplePage,
  type PersonDetails,
} from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { Input, Route, type RouteInput } from '../http/route.js';
import { isAdministrator, SignedIn, type Viewer } from '../session/viewer.js';
import { decoration } from '../http/decoration.js';

/** People, for moderators and administrators (docs/product.md#people). Only administrators read addresses. */
@Controller()
export class PeopleController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.people)
  search(
    @SignedIn() viewer: Viewer,
    @Input() { query: { q = '', cursor } }: RouteInput<typeof routes.people>,
  ): Promise<PeoplePage> {
    return this.rpc.call(peopleRpc.search, { q, cursor, addresses: isAdministrator(viewer) });
  }

  @Route(routes.person)
  async get(
    @SignedIn() viewer: Viewer,
    @Input() { params: { userId } }: RouteInput<typeof routes.person>,
  ): Promise<PersonDetails> {
    const [person, polls, follows, record] = await Promise.all([
      this.rpc.call(peopleRpc.get, { userId, addresses: isAdministrator(viewer) }),
      decoration(this.rpc, pollsRpc.countByAuthor, { userId }),
      decoration(this.rpc, socialRpc.counts, { userId }),
      decoration(this.rpc, casesRpc.ofPerson, { userId, moderatorId: viewer.userId }),
    ]);
    return {
      ...person,
      pollsCount: polls?.pollsCount ?? null,
      followersCount: follows?.followersCount ?? null,
      followingCount: follows?.followingCount ?? null,
      cases: record?.cases ?? null,
      acts: record?.acts ?? null,
    };
  }

  @Route(routes.setPersonRole)
  setRole(
    @SignedIn() { userId: administratorId, sessionId }: Viewer,
    @Input() { params: { userId }, body: { role } }: RouteInput<typeof routes.setPersonRole>,
  ): Promise<AdminPerson> {
    return this.rpc.call(peopleRpc.setRole, { userId, role, administratorId, sessionId });
  }

  @Route(routes.signOutPerson)
  async signOut(
    @SignedIn() { userId: administratorId }: Viewer,
    @Input() { params: { userId } }: RouteInput<typeof routes.signOutPerson>,
  ): Promise<void> {
    await this.rpc.call(peopleRpc.signOut, { userId, administratorId });
  }
}
