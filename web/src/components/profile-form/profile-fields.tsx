import { NAME_MAX, USERNAME_MAX } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import { Field } from '../ui/field';
import type { ProfileDraft } from './check-profile';
import './strings';

interface ProfileFieldsProps {
  draft: ProfileDraft;
  problems: Partial<ProfileDraft>;
  onName: (name: string) => void;
  onUsername: (username: string) => void;
}

/** Name and username. */
export function ProfileFields({ draft, problems, onName, onUsername }: ProfileFieldsProps) {
  return (
    <>
      <Field
        label={t('profileForm.name')}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        dir="auto"
        maxLength={NAME_MAX}
        value={draft.name}
        error={problems.name}
        onChange={(event) => onName(event.target.value)}
      />
      <Field
        label={t('profileForm.username')}
        name="username"
        autoComplete="username"
        enterKeyHint="done"
        autoCapitalize="none"
        spellCheck={false}
        prefix="@"
        maxLength={USERNAME_MAX}
        value={draft.username}
        error={problems.username}
        onChange={(event) => onUsername(event.target.value)}
      />
    </>
  );
}
