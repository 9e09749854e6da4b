import { defineEntity, p } from '@mikro-orm/core';
import { ROLES } from '@inkling/contracts';
import { emailKey } from './email.js';
import { usernameKey, usernameSkeleton } from './username-keys.js';

/** The name of an account until its owner chooses one. */
export const PLACEHOLDER_NAME = 'User';

/** The table of accounts. */
export const AccountSchema = defineEntity({
  name: 'AccountEntity',
  tableName: 'accounts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** As typed; `emailKey` is what is unique. */
    email: p.text(),
    emailKey: p.text(),
    /** PHC string; null for an account that only signs in through Firebase. */
    passwordHash: p.text().nullable(),
    name: p.text(),
    username: p.text().nullable(),
    usernameKey: p.text().nullable(),
    /** Unique, so that no two usernames look the same; null if an older account already had one that looks the same. */
    usernameSkeleton: p.text().nullable(),
    profilePicture: p.text().nullable(),
    hasCompletedProfile: p.boolean().default(false),
    emailVerified: p.boolean().default(false),
    /** The Firebase user whose tokens sign in to this account. */
    firebaseUid: p.text().nullable(),
    /** Set by the operator: nobody can sign in to the account. */
    disabledAt: p.datetime().columnType('timestamptz').nullable(),
    /** Given by the operator. */
    role: p.enum(ROLES).columnType('text').default('member'),
    /** Grows with every change of the role or of a suspension; access tokens carry it (ADR 32). */
    rightsVersion: p.integer().default(0),
    rightsChangedAt: p.datetime().columnType('timestamptz').nullable(),
    /** The account of a probe, which other services never hear about (ADR 21). */
    probe: p.boolean().default(false),
    /** Incremented by every profile change, so that projections know which of two events is newer. */
    version: p.integer().default(1),
    /** The reserved place of an invitation that the account was created with. */
    invitationKey: p.uuid().nullable(),
    /** Since when a moderator has to decide whether the person may join; null for everyone else. */
    waitingSince: p.datetime().columnType('timestamptz').nullable(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A person's account: credentials and public profile. */
export class AccountEntity extends AccountSchema.class {
  // In the base class these may also be undefined; here they never are.
  declare passwordHash: string | null;
  declare username: string | null;
  declare usernameKey: string | null;
  declare usernameSkeleton: string | null;
  declare profilePicture: string | null;
  declare firebaseUid: string | null;
  declare disabledAt: Date | null;
  declare invitationKey: string | null;
  declare waitingSince: Date | null;
  declare rightsChangedAt: Date | null;

  /** A new account with a password; its profile is incomplete. */
  static withPassword(input: { email: string; passwordHash: string; name?: string | undefined }): AccountEntity {
    const { email, passwordHash, name = PLACEHOLDER_NAME } = input;
    return Object.assign(AccountEntity.#blank(), { email, emailKey: emailKey(email), passwordHash, name });
  }

  /** A new account that signs in through Firebase; its profile is incomplete. */
  static withFirebase(input: {
    firebaseUid: string;
    email: string;
    emailVerified: boolean;
    name: string;
  }): AccountEntity {
    return Object.assign(AccountEntity.#blank(), { ...input, emailKey: emailKey(input.email) });
  }

  static #blank(): AccountEntity {
    return Object.assign(new AccountEntity(), {
      passwordHash: null,
      username: null,
      usernameKey: null,
      usernameSkeleton: null,
      profilePicture: null,
      hasCompletedProfile: false,
      emailVerified: false,
      firebaseUid: null,
      disabledAt: null,
      invitationKey: null,
      waitingSince: null,
      role: 'member',
      rightsVersion: 0,
      rightsChangedAt: null,
      probe: false,
      version: 1,
    });
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

  /** Takes the profile picture away. */
  removePicture(): void {
    this.profilePicture = null;
    this.version += 1;
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

  /** Takes an address that a mailed link has proved. */
  moveTo(email: string): void {
    this.email = email;
    this.emailKey = emailKey(email);
    this.emailVerified = true;
    this.version += 1;
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
AccountSchema.setClass(AccountEntity);
