import { Controller } from '@nestjs/common';
import { authRpc, routes, type NewOneTimeCodes, type OneTimeCodesState } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { VotingRule } from '../votes/voting-rule.js';

/** What protects an account beyond its password (docs/product.md#fresh-proof). */
@Controller()
export class SecurityController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly votingRule: VotingRule,
  ) {}

  @Route(routes.prove)
  async prove(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.prove>): Promise<void> {
    await this.rpc.call(authRpc.prove, { ...body, ...acting(viewer) });
  }

  @Route(routes.oneTimeCodes)
  oneTimeCodes(@SignedIn() { userId }: Viewer): Promise<OneTimeCodesState> {
    return this.rpc.call(authRpc.oneTimeCodes, { userId });
  }

  @Route(routes.beginOneTimeCodes)
  async begin(@SignedIn() viewer: Viewer): Promise<NewOneTimeCodes> {
    // A stranger who signed up with somebody's address must not lock its owner out with codes.
    await this.votingRule.check(viewer);
    return this.rpc.call(authRpc.beginOneTimeCodes, acting(viewer));
  }

  @Route(routes.confirmOneTimeCodes)
  confirm(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.confirmOneTimeCodes>) {
    return this.rpc.call(authRpc.confirmOneTimeCodes, { ...body, ...acting(viewer) });
  }

  @Route(routes.renewRecoveryCodes)
  renewRecoveryCodes(@SignedIn() viewer: Viewer) {
    return this.rpc.call(authRpc.renewRecoveryCodes, acting(viewer));
  }

  @Route(routes.switchOffOneTimeCodes)
  async switchOff(@SignedIn() viewer: Viewer): Promise<void> {
    await this.rpc.call(authRpc.switchOffOneTimeCodes, acting(viewer));
  }
}

const acting = ({ userId, sessionId }: Viewer) => ({ userId, sessionId });
