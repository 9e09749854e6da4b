import { BigIntType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { emailKey } from './email.js';
import { usernameKey, usernameSkeleton } from './username-keys.js';

/** The name of an account until its owner chooses one. */
export const PLACEHOLDER_NAME = 'User';

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

  /** PHC string; null for an account that only signs in through Firebase. */
  @Property({ type: 'text', nullable: true })
  passwordHash: string | null = null;

  @Property({ type: 'text' })
  name: string = PLACEHOLDER_NAME;

  @Property({ type: 'text', nullable: true })
  username: string | null = null;

  @Property({ type: 'text', nullable: true })
  usernameKey: string | null = null;

  /** Unique, so that no two usernames look the same; null if an older account already had one that looks the same. */
  @Property({ type: 'text', nullable: true })
  usernameSkeleton: string | null = null;

  @Property({ type: 'text', nullable: true })
  profilePicture: string | null = null;

  @Property({ type: 'boolean' })
  hasCompletedProfile: boolean = false;

  @Property({ type: 'boolean' })
  emailVerified: boolean = false;

  /** The Firebase user whose tokens sign in to this account. */
  @Property({ type: 'text', nullable: true })
  firebaseUid: string | null = null;

  /** Set by the operator: nobody can sign in to the account. */
  @Property({ type: 'datetime', columnType: 'timestamptz', nullable: true })
  disabledAt: Date | null = null;

  /** The account of a probe, which other services never hear about (ADR 21). */
  @Property({ type: 'boolean' })
  probe: boolean = false;

  /** Incremented by every profile change, so that projections know which of two events is newer. */
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

  /** A new account that signs in through Firebase; its profile is incomplete. */
  static withFirebase(input: {
    firebaseUid: string;
    email: string;
    emailVerified: boolean;
    name: string;
  }): AccountEntity {
    const account = new AccountEntity();
    account.firebaseUid = input.firebaseUid;
    account.email = input.email;
    account.emailKey = emailKey(input.email);
    account.emailVerified = input.emailVerified;
    account.name = input.name;
    return account;
  }

  /** A new account of a probe. Its email is verified and its profile complete, so that it can act immediately. */
  static forProbe(input: { email: string; passwordHash: string; name: string; username: string }): AccountEntity {
    const account = AccountEntity.withPassword(input);
    account.saveProfile(input);
    account.emailVerified = true;
    account.probe = true;
    return account;
  }

  /**
   * Sets the public profile, which completes it. Without `profilePicture` the picture stays.
   * @returns the replaced picture, if any, which is no longer needed
   */
  saveProfile(input: { name: string; username: string; profilePicture?: string | undefined }): string | undefined {
    const replaced =
      input.profilePicture !== undefined && input.profilePicture !== this.profilePicture ? this.profilePicture : null;
    this.name = input.name;
    this.username = input.username.normalize('NFC');
    this.usernameKey = usernameKey(input.username);
    this.usernameSkeleton = usernameSkeleton(input.username);
    this.profilePicture = input.profilePicture ?? this.profilePicture;
    this.hasCompletedProfile = true;
    this.version += 1;
    return replaced ?? undefined;
  }

  /**
   * A provider has verified that the person who signs in owns the email. If the email was not proved before, a stranger
   * may have created the account, so its password is removed.
   * @returns whether this was the first proof; the account's sessions must then end
   */
  proveEmail(): boolean {
    if (!this.verifyEmail()) return false;
    this.passwordHash = null;
    return true;
  }

  /**
   * A mailed link has proved the email outside a session of this account. A stranger may have created the account and
   * waited for the owner to open the link, so every way to sign in that was set up before is removed.
   */
  claimByMail(): void {
    this.verifyEmail();
    this.passwordHash = null;
    this.firebaseUid = null;
  }

  /**
   * The owner has proved the email in their own session.
   * @returns whether this was the first proof, which has to be published
   */
  verifyEmail(): boolean {
    if (this.emailVerified) return false;
    this.emailVerified = true;
    this.version += 1;
    return true;
  }

  /**
   * A mailed link has proved that the person who chooses this password owns the email. A Firebase user that was linked
   * before any proof may be a stranger's, so the link is removed.
   * @returns whether this was the first proof, which has to be published
   */
  resetPassword(passwordHash: string): boolean {
    this.passwordHash = passwordHash;
    if (!this.verifyEmail()) return false;
    this.firebaseUid = null;
    return true;
  }
}
