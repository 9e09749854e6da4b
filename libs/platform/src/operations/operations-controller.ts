import { operationsRpc, type ServiceName } from '@inkling/contracts';
import { Inject, type Type } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { Rpc, RpcController, type RpcRequestOf } from '../messaging/rpc-controller.js';
import { DeadLetters } from './dead-letters.js';
import { Republisher } from './republisher.js';

/** What the admin commands ask of every service that has a database. */
export function operationsController(service: ServiceName): Type {
  const contracts = operationsRpc(service);

  @RpcController()
  class OperationsRpcController {
    constructor(
      @Inject(DeadLetters) private readonly letters: DeadLetters,
      @Inject(Republisher) private readonly republisher: Republisher,
    ) {}

    @Rpc(contracts.deadLetters)
    async deadLetters({ after, all }: RpcRequestOf<typeof contracts.deadLetters>): Promise<object> {
      return { letters: await this.letters.list(after, all) };
    }

    @Rpc(contracts.replay)
    replay({ ids }: RpcRequestOf<typeof contracts.replay>): Promise<object> {
      return this.letters.replay(ids);
    }

    @Rpc(contracts.republish)
    async republish({ after, limit }: RpcRequestOf<typeof contracts.republish>): Promise<object> {
      try {
        return await this.republisher.republish(after, limit);
      } catch (cause) {
        throw new ApiError('unavailable', { message: 'The event broker did not take every event; try again.', cause });
      }
    }
  }
  return OperationsRpcController;
}
