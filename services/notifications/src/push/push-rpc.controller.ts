import { Inject } from '@nestjs/common';
import { CONFIG, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { notificationsRpc } from '@inkling/contracts';
import type { NotificationsConfig } from '../config.js';
import { PushTokensService } from './push-tokens.service.js';

@RpcController()
export class PushRpcController {
  constructor(
    private readonly tokens: PushTokensService,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  @Rpc(notificationsRpc.registerToken)
  async register(registration: RpcRequestOf<typeof notificationsRpc.registerToken>) {
    await this.tokens.register(registration);
    return {};
  }

  @Rpc(notificationsRpc.deleteToken)
  async unregister({ userId, token }: RpcRequestOf<typeof notificationsRpc.deleteToken>) {
    await this.tokens.unregister(userId, token);
    return {};
  }

  @Rpc(notificationsRpc.features)
  features() {
    return { ...this.tokens.features(), mail: this.config.SMTP_URL !== undefined };
  }
}
