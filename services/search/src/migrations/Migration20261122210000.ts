import { PersonLimitsMigration } from '@inkling/platform';

/** Limits on searches. */
export class Migration20261122210000 extends PersonLimitsMigration {}
