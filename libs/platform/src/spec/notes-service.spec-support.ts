import { Injectable, Module } from '@nestjs/common';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { z } from 'zod';
import { profileUpdated, rpc, type Envelope, type EventData } from '@inkling/contracts';
import {
  ApiError,
  Database,
  OnEvent,
  OnEvents,
  Rpc,
  RpcController,
  defineService,
  type RpcRequestOf,
  type TablesOf,
  type Transaction,
} from '../index.js';

/** A small service under the name of a real one, to test the platform through its public face. */
export const notesRpc = {
  write: rpc(
    'auth.spec.write',
    z.object({ userId: z.int(), name: z.string(), fail: z.boolean().default(false) }),
    z.object({ written: z.boolean() }),
    { timeoutMs: 20_000 },
  ),
  missing: rpc('auth.spec.missing', z.object({}), z.object({})),
  broken: rpc('auth.spec.broken', z.object({}), z.object({})),
  slow: rpc('auth.spec.slow', z.object({ ms: z.int() }), z.object({ done: z.boolean() }), { timeoutMs: 400 }),
  nobody: rpc('auth.spec.nobody', z.object({}), z.object({}), { timeoutMs: 20_000 }),
};

/** The name whose event the consumer refuses for good. */
export const POISON = 'poison';
/** The name whose event the consumer that adds up refuses for good. */
export const SPOILED = 'spoiled';
/** Once it is applied, the consumer takes the event in after all. */
export const remedy = { applied: false };

export const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: { userId: p.bigint('number').primary().autoincrement(false), name: p.text() },
});

export interface NotesTables extends TablesOf<typeof Note> {}

class NotesMigration extends Migration {
  override up(): void {
    this.addSql('create table notes (user_id bigint primary key, name text not null)');
    this.addSql('create table arrivals (user_id bigint primary key, times integer not null)');
    this.addSql('create table sums (user_ids bigint[] not null)');
  }
}

@RpcController()
class NotesController {
  constructor(private readonly database: Database) {}

  @Rpc(notesRpc.write)
  async write(request: RpcRequestOf<typeof notesRpc.write>): Promise<{ written: boolean }> {
    await this.database.transaction(async (tx) => {
      await tx.query({
        text: 'insert into notes (user_id, name) values ($1, $2)',
        values: [request.userId, request.name],
      });
      await tx.publish(profileUpdated, {
        userId: request.userId,
        name: request.name,
        username: null,
        profilePicture: null,
        hasCompletedProfile: false,
        version: 1,
      });
      if (request.fail) throw new ApiError('forbidden');
    });
    return { written: true };
  }

  @Rpc(notesRpc.missing)
  missing(): never {
    throw new ApiError('poll-not-found', { extra: { userVote: 2 } });
  }

  @Rpc(notesRpc.broken)
  broken(): never {
    throw new Error('secret detail');
  }

  @Rpc(notesRpc.slow)
  async slow({ ms }: { ms: number }): Promise<{ done: boolean }> {
    await this.database.query({ text: 'select pg_sleep($1)', values: [ms / 1_000] });
    return { done: true };
  }
}

@Injectable()
class Arrivals {
  @OnEvent(profileUpdated)
  async count(data: EventData<typeof profileUpdated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: 'insert into arrivals values ($1, 1) on conflict (user_id) do update set times = arrivals.times + 1',
      values: [data.userId],
    });
    if (data.name === POISON && !remedy.applied) throw new Error('cannot read this');
  }

  @OnEvents(profileUpdated)
  async sum(events: readonly Envelope<EventData<typeof profileUpdated>>[], tx: Transaction): Promise<void> {
    const userIds = events.map(({ data }) => data.userId);
    await tx.query({ text: 'insert into sums values ($1)', values: [userIds] });
    if (events.some(({ data }) => data.name === SPOILED)) throw new Error('cannot add this up');
  }
}

@Module({ controllers: [NotesController], providers: [Arrivals] })
class NotesModule {}

export const notesService = defineService({
  name: 'auth',
  config: z.object({}),
  module: NotesModule,
  entities: [Note],
  migrations: [{ name: 'Notes', load: () => Promise.resolve(NotesMigration) }],
});
