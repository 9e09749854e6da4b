import { Injectable } from '@nestjs/common';
import { Database, SharedRead } from '@inkling/platform';
import { CANDIDATES, type Candidate } from './candidates.sql.js';

/** The counts in the candidates' texts are at most this old. */
const CACHE_MS = 1_000;

/** Polls worth recommending, the same for every viewer: the most active of the last hours, and those about to end. */
@Injectable()
export class CandidatePool {
  readonly #polls = new SharedRead(() => this.#read(), CACHE_MS);

  constructor(private readonly database: Database) {}

  /** The most active first. Concurrent callers share one read. */
  candidates(): Promise<readonly Candidate[]> {
    return this.#polls.get();
  }

  /** Call this when a poll was deleted. */
  forget(): void {
    this.#polls.forget();
  }

  #read(): Promise<readonly Candidate[]> {
    return this.database.query<Candidate>({ name: 'recommendation-candidates', text: CANDIDATES });
  }
}
