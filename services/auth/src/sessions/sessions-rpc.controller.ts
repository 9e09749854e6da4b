import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { AccountRights } from '../rights/account-rights.js';
import { SessionsService } from './sessions.service.js';

@RpcController()
export class SessionsRpcController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly rights: AccountRights,
  ) {}

  @Rpc(authRpc.refresh)
  refresh({ refreshToken, userId }: RpcRequestOf<typeof authRpc.refresh>) {
    return this.sessions.refresh(refreshToken, userId);
  }

  @Rpc(authRpc.logout)
  async logout(request: RpcRequestOf<typeof authRpc.logout>) {
    await this.sessions.logOut(request);
    return {};
  }

  @Rpc(authRpc.sessions)
  list({ userId, sessionId }: RpcRequestOf<typeof authRpc.sessions>) {
    return this.sessions.list(userId, sessionId);
  }

  @Rpc(authRpc.endSession)
  async end({ userId, sessionId }: RpcRequestOf<typeof authRpc.endSession>) {
    await this.sessions.end(userId, sessionId);
    return {};
  }

  @Rpc(authRpc.endAllSessions)
  async endAll({ userId }: RpcRequestOf<typeof authRpc.endAllSessions>) {
    await this.sessions.endEverywhere(userId);
    return {};
  }

  @Rpc(authRpc.revokedSessions)
  async revokedSessions() {
    const [sessionIds, rights] = await Promise.all([this.sessions.revokedIds(), this.rights.changed()]);
    return { sessionIds, rights };
  }
}
