import { useState, type FormEvent } from 'react';
import type { User } from '@inkling/contracts';
import { PictureField } from '../../components/crop/picture-field';
import { WaitingVote } from '../../components/waiting-vote/waiting-vote';
import { checkProfile, type ProfileDraft } from '../../components/profile-form/check-profile';
import { useCreateProfile } from '../../components/profile-form/create-profile';
import { isUsernameTaken, profileFailure } from '../../components/profile-form/profile-failure';
import { ProfileFields } from '../../components/profile-form/profile-fields';
import { usernameFrom } from '../../components/profile-form/username-from';
import { useProblemFocus } from '../../components/profile-form/use-problem-focus';
import { Button } from '../../components/ui/button';
import { Logo } from '../../components/ui/logo';
import { useToast } from '../../components/ui/toast';
import { ApiFailure } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { landingPath } from '../../lib/redirect';
import { storeUser } from '../../lib/storage';
import { beginWelcome } from '../../lib/welcome';
import { startingProfile } from './profile-draft';
import styles from './create-profile-page.module.css';
import './strings';

function ProfileForm({ user }: { user: User }) {
  const { retry, logout } = useSession();
  const toast = useToast();
  const create = useCreateProfile();
  const [{ name, username }, setDraft] = useState(() => startingProfile(user));
  const [picture, setPicture] = useState<File | null>(null);
  const [ownUsername, setOwnUsername] = useState(user.username !== null);
  const [problems, setProblems] = useState<Partial<ProfileDraft>>({});
  const form = useProblemFocus(problems);
  const busy = create.isPending || create.isSuccess;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkProfile({ name, username });
    setProblems(found);
    if (busy) return;
    if (found.name || found.username) return;
    try {
      storeUser(await create.mutateAsync({ userId: user.id, name: name.trim(), username: username.trim(), picture }));
      beginWelcome(user.id);
      // A full page load reads again everything that was read as an unfinished user.
      window.location.assign(landingPath());
    } catch (error) {
      toast(profileFailure(error, t('profileSetup.failedTitle'), t('profileSetup.failedText')));
      if (isUsernameTaken(error)) setProblems({ username: t('profileForm.takenText') });
      // Reading the session again leads to /login when it has ended.
      if (error instanceof ApiFailure && error.status === 401) void retry();
    }
  };

  const rename = (next: string) => setDraft({ name: next, username: ownUsername ? username : usernameFrom(next) });
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PictureField user={{ ...user, name }} picture={picture} disabled={busy} onChange={setPicture} />
      <ProfileFields
        draft={{ name, username }}
        problems={problems}
        onName={rename}
        onUsername={(next) => {
          setOwnUsername(true);
          setDraft({ name, username: next });
        }}
      />
      <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
        {t(busy ? 'profileSetup.submitting' : 'profileSetup.submit')}
      </Button>
      <p className={styles.logout}>
        <button type="button" className="link" onClick={() => void logout()}>
          {t('profileSetup.logout')}
        </button>
      </p>
    </form>
  );
}

/** `/create-profile`: picture, name and username; the only page open to a user whose profile is incomplete. */
export default function CreateProfilePage() {
  const { user } = useSession();
  usePageTitle(t('profileSetup.title'));
  return (
    <main className={styles.root}>
      <header className="page-head">
        <Logo />
      </header>
      <h1 className="title">{t('profileSetup.title')}</h1>
      <p className="muted">{t('profileSetup.lede')}</p>
      <div className={styles.vote}>
        <WaitingVote userId={user?.id} />
      </div>
      {user && <ProfileForm user={user} />}
    </main>
  );
}
