import { notificationsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { PreferencesService } from './preferences.service.js';

@RpcController()
export class PreferencesRpcController {
  constructor(private readonly preferences: PreferencesService) {}

  @Rpc(notificationsRpc.preferences)
  of({ userId }: RpcRequestOf<typeof notificationsRpc.preferences>) {
    return this.preferences.of(userId);
  }

  @Rpc(notificationsRpc.savePreferences)
  save({ userId, ...change }: RpcRequestOf<typeof notificationsRpc.savePreferences>) {
    return this.preferences.save(userId, change);
  }
}
