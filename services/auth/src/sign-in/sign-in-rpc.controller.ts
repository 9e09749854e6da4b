import { ProofsOfWork, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { SignInService } from './sign-in.service.js';

@RpcController()
export class SignInRpcController {
  constructor(
    private readonly signIn: SignInService,
    private readonly work: ProofsOfWork,
  ) {}

  @Rpc(authRpc.offerWork)
  offerWork({ purpose, client }: RpcRequestOf<typeof authRpc.offerWork>) {
    return this.work.offer(purpose, client.ip);
  }

  @Rpc(authRpc.signup)
  signup({ client, ...input }: RpcRequestOf<typeof authRpc.signup>) {
    return this.signIn.signup(input, client);
  }

  @Rpc(authRpc.login)
  login({ client, ...input }: RpcRequestOf<typeof authRpc.login>) {
    return this.signIn.login(input, client);
  }

  @Rpc(authRpc.loginWithCode)
  loginWithCode({ challenge, code, client }: RpcRequestOf<typeof authRpc.loginWithCode>) {
    return this.signIn.loginWithCode(challenge, code, client);
  }

  @Rpc(authRpc.tokenSignIn)
  token({ client, ...proof }: RpcRequestOf<typeof authRpc.tokenSignIn>) {
    return this.signIn.token(proof, client);
  }

  @Rpc(authRpc.passkeySignIn)
  passkey({ credential, client }: RpcRequestOf<typeof authRpc.passkeySignIn>) {
    return this.signIn.passkey(credential, client);
  }

  @Rpc(authRpc.features)
  features() {
    return this.signIn.features();
  }
}
