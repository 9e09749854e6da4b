import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { PasskeysService } from './passkeys.service.js';

@RpcController()
export class PasskeysRpcController {
  constructor(private readonly passkeys: PasskeysService) {}

  @Rpc(authRpc.passkeys)
  list({ userId }: RpcRequestOf<typeof authRpc.passkeys>) {
    return this.passkeys.list(userId);
  }

  @Rpc(authRpc.newPasskeyOptions)
  newOptions(session: RpcRequestOf<typeof authRpc.newPasskeyOptions>) {
    return this.passkeys.newOptions(session);
  }

  @Rpc(authRpc.addPasskey)
  add({ userId, sessionId, ...passkey }: RpcRequestOf<typeof authRpc.addPasskey>) {
    return this.passkeys.add({ userId, sessionId }, passkey);
  }

  @Rpc(authRpc.renamePasskey)
  rename({ userId, passkeyId, name }: RpcRequestOf<typeof authRpc.renamePasskey>) {
    return this.passkeys.rename(userId, passkeyId, name);
  }

  @Rpc(authRpc.removePasskey)
  async remove({ passkeyId, ...session }: RpcRequestOf<typeof authRpc.removePasskey>) {
    await this.passkeys.remove(session, passkeyId);
    return {};
  }

  @Rpc(authRpc.passkeyOptions)
  options({ session, client }: RpcRequestOf<typeof authRpc.passkeyOptions>) {
    return this.passkeys.options(session, client.ip);
  }

  @Rpc(authRpc.proveWithPasskey)
  async prove({ credential, ...session }: RpcRequestOf<typeof authRpc.proveWithPasskey>) {
    await this.passkeys.prove(session, credential);
    return {};
  }
}
