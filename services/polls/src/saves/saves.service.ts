import { pollsRpc, type SaveState } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';

const KNOWN = 'known as (select p.id from polls p where p.id = $1::bigint and p.deleted_at is null)';
const SAVE = `
  with ${KNOWN}, saved as (
    insert into saves (poll_id, user_id) select id, $2::bigint from known on conflict do nothing
  )
  select id from known`;
const UNSAVE = `
  with ${KNOWN}, unsaved as (
    delete from saves s using known k where s.poll_id = k.id and s.user_id = $2::bigint
  )
  select id from known`;

/** Saving a poll and undoing it. Doing either twice changes nothing. Both throw ApiError `poll-not-found`. */
@RpcController()
export class SavesService {
  constructor(private readonly database: Database) {}

  @Rpc(pollsRpc.save)
  async save({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.save>): Promise<SaveState> {
    await this.#change('poll-save', SAVE, pollId, viewerId);
    return { pollId, userSaved: true };
  }

  @Rpc(pollsRpc.unsave)
  async unsave({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.unsave>): Promise<SaveState> {
    await this.#change('poll-unsave', UNSAVE, pollId, viewerId);
    return { pollId, userSaved: false };
  }

  async #change(name: string, text: string, pollId: number, userId: number): Promise<void> {
    const known = await this.database.query({ name, text, values: [pollId, userId] });
    if (known.length === 0) throw new ApiError('poll-not-found');
  }
}
