import { PersonLimitsMigration } from '@inkling/platform';

/** Limits on renames. */
export class Migration20261122210000 extends PersonLimitsMigration {}
