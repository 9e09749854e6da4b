import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { User } from '@inkling/contracts';
import { PictureField } from '../../components/crop/picture-field';
import { checkProfile, type ProfileDraft } from '../../components/profile-form/check-profile';
import { isUsernameTaken } from '../../components/profile-form/profile-failure';
import { ProfileFields } from '../../components/profile-form/profile-fields';
import { useProblemFocus } from '../../components/profile-form/use-problem-focus';
import { PushToggle } from '../../components/push/push-toggle';
import { Button, ButtonLink } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { useUpdateProfile } from './api/update-profile';
import styles from './edit-profile-page.module.css';
import './strings';

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useUpdateProfile();
  const [draft, setDraft] = useState<ProfileDraft>({ name: user.name, username: user.username ?? '' });
  const [picture, setPicture] = useState<File | null>(null);
  const [problems, setProblems] = useState<Partial<ProfileDraft>>({});
  const form = useProblemFocus(problems);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkProfile(draft);
    setProblems(found);
    if (isPending) return;
    if (found.name ?? found.username) return;
    mutate(
      { name: draft.name.trim(), username: draft.username.trim(), picture },
      {
        onSuccess: () => void navigate('/profile'),
        onError: (error) => {
          if (isUsernameTaken(error)) setProblems({ username: t('profileForm.takenText') });
        },
      },
    );
  };

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PictureField user={{ ...user, name: draft.name }} picture={picture} disabled={isPending} onChange={setPicture} />
      <ProfileFields
        draft={draft}
        problems={problems}
        onName={(name) => setDraft({ ...draft, name })}
        onUsername={(username) => setDraft({ ...draft, username })}
      />
      <PushToggle />
      <div className={styles.actions}>
        <ButtonLink variant="line" to="/profile">
          {t('editProfile.cancel')}
        </ButtonLink>
        <Button type="submit" disabled={isPending}>
          {t(isPending ? 'editProfile.saving' : 'editProfile.save')}
        </Button>
      </div>
    </form>
  );
}

/** `/edit-profile`: picture, name, username. */
export default function EditProfilePage() {
  const { user } = useSession();
  usePageTitle(t('editProfile.title'));
  return (
    <main className={styles.root}>
      <div className={`page-head ${styles.head}`}>
        <Link className="icon-btn" to="/profile" aria-label={t('editProfile.back')}>
          <Icon name="back" />
        </Link>
        <h1 className="title">{t('editProfile.title')}</h1>
      </div>
      {user && <EditForm user={user} />}
    </main>
  );
}
