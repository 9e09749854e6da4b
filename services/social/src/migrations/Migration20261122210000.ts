import { PersonLimitsMigration } from '@inkling/platform';

/** Limits on follows. */
export class Migration20261122210000 extends PersonLimitsMigration {}
