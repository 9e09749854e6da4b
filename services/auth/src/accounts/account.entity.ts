import { BigIntType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Name of an account until its owner gives one (spec 2, create-profile). */
export const PLACEHOLDER_NAME = 'User';

/** What makes two emails or usernames the same: case and compatibility forms do not count. Independent of the database's locale. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** A person's account: credentials and public profile. */
@Entity({ tableName: 'accounts' })
export class AccountEntity {
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: true })
  id!: number;

  /** As typed; `emailKey` is what is unique. */
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'text' })
  emailKey!: string;

  /** PHC string; null for an account that another provider vouches for. */
  @Property({ type: 'text', nullable: true })
  passwordHash: string | null = null;

  @Property({ type: 'text' })
  name: string = PLACEHOLDER_NAME;

  @Property({ type: 'text', nullable: true })
  username: string | null = null;

  @Property({ type: 'text', nullable: true })
  usernameKey: string | null = null;

  @Property({ type: 'text', nullable: true })
  profilePicture: string | null = null;

  @Property({ type: 'boolean' })
  hasCompletedProfile: boolean = false;

  @Property({ type: 'boolean' })
  emailVerified: boolean = false;

  /** Grows with every profile change, so that projections can tell which of two events is newer. */
  @Property({ type: 'integer' })
  version: number = 1;

  /** A new account with a password; its profile is incomplete. */
  static withPassword(input: { email: string; passwordHash: string; name?: string | undefined }): AccountEntity {
    const account = new AccountEntity();
    account.email = input.email;
    account.emailKey = emailKey(input.email);
    account.passwordHash = input.passwordHash;
    account.name = input.name ?? PLACEHOLDER_NAME;
    return account;
  }

  /** Sets the public profile and with it completes it (spec 6). */
  saveProfile(input: { name: string; username: string }): void {
    this.name = input.name;
    this.username = input.username.normalize('NFC');
    this.usernameKey = usernameKey(input.username);
    this.hasCompletedProfile = true;
    this.version += 1;
  }
}
