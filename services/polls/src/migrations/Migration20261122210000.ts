import { PersonLimitsMigration } from '@inkling/platform';

/** Limits on polls, comments, reactions and uploads. */
export class Migration20261122210000 extends PersonLimitsMigration {}
