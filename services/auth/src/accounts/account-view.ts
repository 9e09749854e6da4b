import { profileUpdated, type Account, type EventData } from '@inkling/contracts';
import type { AccountEntity } from './account.entity.js';

/** An account as other services see it, without the password hash. */
export const toAccount = (account: AccountEntity): Account => ({
  id: account.id,
  email: account.email,
  emailVerified: account.emailVerified,
  name: account.name,
  username: account.username,
  profilePicture: account.profilePicture,
  hasCompletedProfile: account.hasCompletedProfile,
  role: account.role,
  createdAt: account.createdAt.toISOString(),
  ...(account.waitingSince ? { waitingSince: account.waitingSince.toISOString() } : {}),
  version: account.version,
});

/** The public profile of an account, as it is published to all services. */
export const toProfileUpdated = (
  account: AccountEntity,
  replacedPicture?: string,
): EventData<typeof profileUpdated> => ({
  userId: account.id,
  name: account.name,
  username: account.username,
  profilePicture: account.profilePicture,
  hasCompletedProfile: account.hasCompletedProfile,
  emailVerified: account.emailVerified,
  createdAt: account.createdAt.toISOString(),
  ...(replacedPicture === undefined ? {} : { replacedPicture }),
  version: account.version,
});
