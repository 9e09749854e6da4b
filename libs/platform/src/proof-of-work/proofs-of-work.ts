import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Kysely } from 'kysely';
import { SolvedWork, WorkChallenge, type OfferedWork, type WorkPurpose } from '@inkling/contracts';
import type { BaseConfig } from '../config/base-config.js';
import { ConfigError } from '../config/base-config.js';
import { CONFIG } from '../config/tokens.js';
import { ApiError } from '../errors/api-error.js';
import type { TablesOf } from '../persistence/platform.entities.js';
import type { ProofOfWorkConfig } from './proof-of-work-config.js';
import type { UsedWork } from './used-work.entity.js';
import { WorkLoad } from './work-load.js';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of one try. Fewer would measure what a browser needs to start a round, and more would make verifying dear. */
const COST = 1_000;
/** A person may fill in a form for this long. */
const LIFE_MS = 15 * 60_000;

type UsedWorkTable = TablesOf<typeof UsedWork>;

/**
 * Challenges that cost a little work, and the check of their solutions (docs/product.md#proof-of-work, ADR 34). Handing
 * one out stores nothing; using one stores the hash of its signature, so that each works once over all replicas.
 */
@Injectable()
export class ProofsOfWork {
  readonly #difficulty: number;
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };
  readonly #load = new WorkLoad();

  constructor(@Inject(CONFIG) config: ProofOfWorkConfig & BaseConfig) {
    this.#difficulty = config.POW_DIFFICULTY;
    const secret = config.POW_SECRET;
    if (this.#difficulty > 0 && secret === undefined && config.NODE_ENV === 'production')
      throw new ConfigError('POW_SECRET: is missing; npm run secrets makes it, and POW_DIFFICULTY=0 does without');
    const key = secret ?? randomBytes(32).toString('hex');
    this.#secrets = { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `key ${key}` };
  }

  /** A challenge for one use of this purpose; null where no proof is asked for. */
  async offer(purpose: WorkPurpose, ip: string): Promise<OfferedWork> {
    if (this.#difficulty === 0) return { challenge: null };
    const challenge = await createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      counter: randomInt(0, this.#difficulty * this.#load.next(ip)),
      deriveKey,
      data: { for: purpose },
      expiresAt: new Date(Date.now() + LIFE_MS),
      ...this.#secrets,
    });
    return { challenge: WorkChallenge.parse(challenge) };
  }

  /**
   * Uses up a proof of work. In a transaction that is rolled back it can be used again.
   * @param proof the request's `proofOfWork`, unchecked
   * @throws ApiError `proof-of-work-needed` if it is missing, wrong, expired, used, or made for something else
   */
  async use<T extends UsedWorkTable>(kysely: Kysely<T>, purpose: WorkPurpose, proof: unknown): Promise<void> {
    if (this.#difficulty === 0) return;
    const work = solvedWork(proof);
    if (work?.challenge.parameters.data.for !== purpose) throw new ApiError('proof-of-work-needed');
    const { verified } = await verifySolution({ ...work, deriveKey, ...this.#secrets });
    if (!verified) throw new ApiError('proof-of-work-needed');
    const { signature, parameters } = work.challenge;
    const { numInsertedOrUpdatedRows } = await (kysely as unknown as Kysely<UsedWorkTable>)
      .insertInto('used_work')
      .values({
        challenge_hash: createHash('sha256').update(signature).digest(),
        expires_at: new Date(parameters.expiresAt * 1_000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw new ApiError('proof-of-work-needed');
  }
}

/** What a proof holds; undefined if it is none. */
function solvedWork(proof: unknown): SolvedWork | undefined {
  if (typeof proof !== 'string') return undefined;
  try {
    return SolvedWork.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
