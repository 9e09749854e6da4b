import { Injectable } from '@nestjs/common';
import {
  commentAdded,
  pollCreated,
  profileUpdated,
  votesCounted,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import { OnEvent, OnEvents, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

export type Figure = 'people' | 'polls' | 'votes' | 'comments';

const dayOf = ({ occurredAt }: Envelope): string => new Date(occurredAt).toISOString().slice(0, 10);

/** In the order of days, so that two replicas lock the rows in the same order. */
const byDay = <Event extends Envelope>(events: readonly Event[]): [string, Event[]][] =>
  [...Map.groupBy(events, dayOf)].sort(([a], [b]) => a.localeCompare(b));

/** Counts what happens by day, in UTC. The inbox makes each event count once. */
@Injectable()
export class DailyFigures {
  @OnEvent(profileUpdated)
  async countPeople({ version }: EventData<typeof profileUpdated>, tx: Transaction<Tables>, envelope: Envelope) {
    // The first version is published at sign-up alone.
    if (version === 1) await this.#add(tx, 'people', dayOf(envelope), 1);
  }

  @OnEvent(pollCreated)
  async countPolls(_poll: EventData<typeof pollCreated>, tx: Transaction<Tables>, envelope: Envelope) {
    await this.#add(tx, 'polls', dayOf(envelope), 1);
  }

  @OnEvents(commentAdded)
  async countComments(events: readonly Envelope[], tx: Transaction<Tables>) {
    for (const [day, { length }] of byDay(events)) await this.#add(tx, 'comments', day, length);
  }

  @OnEvents(votesCounted)
  async countVotes(events: readonly Envelope<EventData<typeof votesCounted>>[], tx: Transaction<Tables>) {
    for (const [day, ofDay] of byDay(events)) {
      const votes = ofDay.flatMap(({ data }) => data.polls).reduce((sum, { count }) => sum + count, 0);
      await this.#add(tx, 'votes', day, votes);
    }
  }

  async #add(tx: Transaction<Tables>, figure: Figure, day: string, count: number): Promise<void> {
    await tx.kysely
      .insertInto('daily_figures')
      .values({ day, figure, count })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'figure'])
          .doUpdateSet((eb) => ({ count: eb('daily_figures.count', '+', eb.ref('excluded.count')) })),
      )
      .execute();
  }
}
