import { isBlank } from '@inkling/contracts/text';
import { t } from '../../lib/i18n';
import './strings';

/** The text fields of a profile form. */
export interface ProfileDraft {
  name: string;
  username: string;
}

/** What is wrong with each field; an empty object when nothing is. */
export function checkProfile({ name, username }: ProfileDraft): Partial<ProfileDraft> {
  const problems: Partial<ProfileDraft> = {};
  if (isBlank(name)) problems.name = t('profileForm.nameEmpty');
  if (username.trim() === '') problems.username = t('profileForm.usernameEmpty');
  else if (/\s/.test(username.trim())) problems.username = t('profileForm.usernameSpaces');
  return problems;
}
