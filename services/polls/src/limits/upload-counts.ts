import { pollsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { PollLimits } from './poll-limits.js';

/** Counts the files that people upload. The gateway receives them and has no database (ADR 25). */
@RpcController()
export class UploadCounts {
  constructor(private readonly limits: PollLimits) {}

  /** @throws ApiError `too-many-uploads` */
  @Rpc(pollsRpc.takeUpload)
  async take(person: RpcRequestOf<typeof pollsRpc.takeUpload>): Promise<{ endsAt: string }> {
    const { endsAt } = await this.limits.uploads.take(person);
    return { endsAt: endsAt.toISOString() };
  }

  @Rpc(pollsRpc.giveBackUpload)
  async giveBack({ userId, endsAt }: RpcRequestOf<typeof pollsRpc.giveBackUpload>): Promise<object> {
    await this.limits.uploads.giveBack(userId, new Date(endsAt));
    return {};
  }
}
