import { socialRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { BlocksService } from './blocks.service.js';
import { MutedWordsService } from './muted-words.service.js';

@RpcController()
export class BlocksRpcController {
  constructor(
    private readonly blocks: BlocksService,
    private readonly mutedWordLists: MutedWordsService,
  ) {}

  @Rpc(socialRpc.block)
  async block({ userId, otherId }: RpcRequestOf<typeof socialRpc.block>) {
    await this.blocks.block(userId, otherId);
    return { userId: otherId, blocked: true };
  }

  @Rpc(socialRpc.unblock)
  async unblock({ userId, otherId }: RpcRequestOf<typeof socialRpc.unblock>) {
    await this.blocks.unblock(userId, otherId);
    return { userId: otherId, blocked: false };
  }

  @Rpc(socialRpc.mute)
  async mute({ userId, otherId }: RpcRequestOf<typeof socialRpc.mute>) {
    await this.blocks.mute(userId, otherId);
    return { userId: otherId, muted: true };
  }

  @Rpc(socialRpc.unmute)
  async unmute({ userId, otherId }: RpcRequestOf<typeof socialRpc.unmute>) {
    await this.blocks.unmute(userId, otherId);
    return { userId: otherId, muted: false };
  }

  @Rpc(socialRpc.blocks)
  list({ userId, cursor }: RpcRequestOf<typeof socialRpc.blocks>) {
    return this.blocks.list('block', userId, cursor);
  }

  @Rpc(socialRpc.mutes)
  mutes({ userId, cursor }: RpcRequestOf<typeof socialRpc.mutes>) {
    return this.blocks.list('mute', userId, cursor);
  }

  @Rpc(socialRpc.mutedWords)
  async words({ userId }: RpcRequestOf<typeof socialRpc.mutedWords>) {
    return { words: await this.mutedWordLists.words(userId) };
  }

  @Rpc(socialRpc.setMutedWords)
  async setWords({ userId, words }: RpcRequestOf<typeof socialRpc.setMutedWords>) {
    return { words: await this.mutedWordLists.replace(userId, words) };
  }
}
