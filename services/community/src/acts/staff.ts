import { Injectable } from '@nestjs/common';
import { authRpc } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';

/** Milliseconds that a number beside other figures may take. */
const COUNT_MS = 800;

/** Who decides, as the gateway says it. */
export interface Moderator {
  readonly moderatorId: number;
  readonly role: 'moderator' | 'administrator';
}

/** The people who look after the instance. */
@Injectable()
export class Staff {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Nobody decides about themselves, and only administrators about people who have a role.
   * @throws ApiError `self-act`, `act-on-staff`; 503 while auth is away
   */
  async mayDecideAbout({ moderatorId, role }: Moderator, personId: number | null): Promise<void> {
    if (personId === null) return;
    if (personId === moderatorId) throw new ApiError('self-act');
    if (role !== 'administrator' && (await this.#ids()).includes(personId)) throw new ApiError('act-on-staff');
  }

  /** Whether somebody else of the staff could decide. @throws ApiError 503 while auth is away */
  async hasOther(...exceptIds: readonly (number | null)[]): Promise<boolean> {
    return (await this.#ids()).some((id) => !exceptIds.includes(id));
  }

  /** How many people look after the instance; null while auth is away. */
  count(): Promise<number | null> {
    return this.rpc.call(authRpc.staff, {}, { withinMs: COUNT_MS }).then(
      ({ userIds }) => userIds.length,
      () => null,
    );
  }

  async #ids(): Promise<readonly number[]> {
    return (await this.rpc.call(authRpc.staff, {})).userIds;
  }
}
