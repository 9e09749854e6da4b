import { BigIntType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { usernameKey, usernameSkeleton } from './username-keys.js';

/** Name of an account until its owner gives one (spec 2, create-profile). */
export const PLACEHOLDER_NAME = 'User';

/** What makes two emails the same: case does not count. Independent of the database's locale. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();

/** Of the probes' addresses. No mail ever reaches them: the domain cannot exist (RFC 2606). */
export const PROBE_DOMAIN = 'probe.invalid';

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

  /** PHC string; null for an account that only another provider vouches for. */
  @Property({ type: 'text', nullable: true })
  passwordHash: string | null = null;

  @Property({ type: 'text' })
  name: string = PLACEHOLDER_NAME;

  @Property({ type: 'text', nullable: true })
  username: string | null = null;

  @Property({ type: 'text', nullable: true })
  usernameKey: string | null = null;

  /** Unique, so that no two usernames look the same; null where an older account had one already. */
  @Property({ type: 'text', nullable: true })
  usernameSkeleton: string | null = null;

  @Property({ type: 'text', nullable: true })
  profilePicture: string | null = null;

  @Property({ type: 'boolean' })
  hasCompletedProfile: boolean = false;

  @Property({ type: 'boolean' })
  emailVerified: boolean = false;

  /** Whose tokens of Firebase sign this account in. */
  @Property({ type: 'text', nullable: true })
  firebaseUid: string | null = null;

  /** Set by the operator: nobody can sign in to it. */
  @Property({ type: 'datetime', columnType: 'timestamptz', nullable: true })
  disabledAt: Date | null = null;

  /** The account of a probe: no event announces it to other services (ADR 21). */
  @Property({ type: 'boolean' })
  probe: boolean = false;

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

  /** A new account that Firebase vouches for; its profile is incomplete. */
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

  /** The account of a probe: it may do at once what a person may after signing up. */
  static forProbe(input: { email: string; passwordHash: string; name: string; username: string }): AccountEntity {
    const account = AccountEntity.withPassword(input);
    account.saveProfile(input);
    account.emailVerified = true;
    account.probe = true;
    return account;
  }

  /**
   * Sets the public profile and with it completes it (spec 6). Without `profilePicture` the picture stays.
   * @returns the picture that nobody needs any more, if one was replaced
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
   * A provider has verified that who signs in owns the email. Whoever made the account without such proof may be a
   * stranger who waited for the owner, so the password that they chose goes.
   * @returns whether it was new, and with it whether the account's sessions must end
   */
  proveEmail(): boolean {
    if (!this.verifyEmail()) return false;
    this.passwordHash = null;
    return true;
  }

  /**
   * A mailed link has proved the email, but not in a session of this account. A stranger may have made it and waited
   * for the owner to open the link, so every way in that was set up before goes.
   */
  claimByMail(): void {
    this.verifyEmail();
    this.passwordHash = null;
    this.firebaseUid = null;
  }

  /**
   * The owner has proved the email in their own session.
   * @returns whether it was not proved before, and so has to be announced
   */
  verifyEmail(): boolean {
    if (this.emailVerified) return false;
    this.emailVerified = true;
    this.version += 1;
    return true;
  }

  /**
   * A mailed link has proved that who chooses this password owns the email. A link to Firebase that was made before any
   * proof could be a stranger's way in, so it goes.
   * @returns whether the email was not proved before, and so has to be announced
   */
  resetPassword(passwordHash: string): boolean {
    this.passwordHash = passwordHash;
    if (!this.verifyEmail()) return false;
    this.firebaseUid = null;
    return true;
  }
}
