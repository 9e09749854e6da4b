import { useState, type FormEvent } from 'react';
import { NAME_MAX, USERNAME_MAX } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { Logo } from '../../components/ui/logo';
import { useToast } from '../../components/ui/toast';
import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { peekRedirect, storeUser } from '../../lib/storage';
import type { ToastMessage } from '../../lib/toast';
import { useCreateProfile } from './api/create-profile';
import { checkProfile, startingProfile, usernameFrom } from './profile-draft';
import './profile-setup.css';

function failureToast(error: unknown): ToastMessage {
  const failure = error instanceof ApiFailure ? error : null;
  if (failure?.status === 0) return { title: t('profileSetup.connection'), description: failure.message };
  if (failure?.status === 401) return { title: t('profileSetup.authIssue'), description: t('profileSetup.authIssueText') };
  if (failure?.code === 'username-taken') return { title: t('profileSetup.takenTitle'), description: t('profileSetup.takenText') };
  return { title: t('profileSetup.failedTitle'), description: messageOf(error, t('profileSetup.failedText')) };
}

function ProfileForm({ user }: { user: User }) {
  const { retry, logout } = useSession();
  const toast = useToast();
  const create = useCreateProfile();
  const [{ name, username }, setDraft] = useState(() => startingProfile(user));
  const [ownUsername, setOwnUsername] = useState(user.username !== null);
  const [problems, setProblems] = useState<{ name?: string; username?: string }>({});
  const busy = create.isPending || create.isSuccess;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkProfile({ name, username });
    setProblems(found);
    if (busy || found.name || found.username) return;
    try {
      storeUser(await create.mutateAsync({ userId: user.id, name: name.trim(), username: username.trim() }));
      // A full load, as specified: everything that was read as an unfinished user is read again.
      window.location.assign(peekRedirect() ?? '/home');
    } catch (error) {
      toast({ ...failureToast(error), variant: 'destructive' });
      if (!(error instanceof ApiFailure)) return;
      if (error.code === 'username-taken') setProblems({ username: t('profileSetup.takenText') });
      // Asking for the session again leads to /login when it has ended.
      if (error.status === 401) retry();
    }
  };

  const rename = (next: string) => setDraft({ name: next, username: ownUsername ? username : usernameFrom(next) });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="setup-face">
        <Avatar user={{ ...user, name }} size={112} />
      </div>
      <Field label={t('profileSetup.name')} name="name" autoComplete="name" maxLength={NAME_MAX} value={name} error={problems.name} onChange={(event) => rename(event.target.value)} />
      <Field
        label={t('profileSetup.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        prefix="@"
        maxLength={USERNAME_MAX}
        value={username}
        error={problems.username}
        onChange={(event) => {
          setOwnUsername(true);
          setDraft({ name, username: event.target.value });
        }}
      />
      <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
        {t(busy ? 'profileSetup.submitting' : 'profileSetup.submit')}
      </Button>
      <p className="setup-out">
        <button type="button" className="link" onClick={() => void logout()}>
          {t('profileSetup.logout')}
        </button>
      </p>
    </form>
  );
}

/** `/create-profile`: name and username, the one page open to a user whose profile is incomplete (spec 2, spec 6). */
export default function CreateProfilePage() {
  const { user } = useSession();
  usePageTitle(t('profileSetup.title'));
  return (
    <main className="setup">
      <header className="page-head">
        <Logo />
      </header>
      <h1 className="title">{t('profileSetup.title')}</h1>
      <p className="muted">{t('profileSetup.lede')}</p>
      {user && <ProfileForm user={user} />}
    </main>
  );
}
