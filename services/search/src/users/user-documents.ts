import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';
import type { Tables } from '../tables.js';
import { Folding } from '../text/folding.js';
import { storeProfiles } from './user-index.js';

/** Keeps the index of users up to date. */
@Injectable()
export class UserDocuments {
  constructor(private readonly folding: Folding) {}

  @OnEvent(profileUpdated)
  async onProfile(profile: EventData<typeof profileUpdated>, tx: Transaction<Tables>): Promise<void> {
    await storeProfiles(tx, this.folding, [profile]);
  }
}
