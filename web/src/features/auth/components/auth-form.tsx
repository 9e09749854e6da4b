import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { NAME_MAX } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Field, PasswordField } from '../../../components/ui/field';
import { useToast } from '../../../components/ui/toast';
import { t } from '../../../lib/i18n';
import { firebaseOf, useServerConfig } from '../../../lib/server-config';
import { useSession } from '../../../lib/session';
import { useLogin } from '../api/login';
import { prepareSignup, useSignup } from '../api/use-signup';
import type { Ticket } from '../join/join-fields';
import { checkFields, missing, plain, submitLabel, type AuthMode, type AuthProblem } from '../problem';

/** Only instances that are not open to everyone need this code. */
const JoinFields = lazy(() => import('../join/join-fields'));

/** Completes a new account's profile; its code is needed only by people who vote before they sign up. */
async function withProfile(user: User, name: string): Promise<User> {
  const { completeProfile } = await import('../api/first-profile');
  return completeProfile(user, name);
}

/** Loaded only when an error occurs. */
async function explained(error: unknown, mode: AuthMode, google: boolean): Promise<AuthProblem> {
  try {
    const { explain } = await import('../explain');
    return explain(error, mode, google);
  } catch {
    return plain(mode, t('ui.connectionHint'));
  }
}

interface AuthFormProps {
  mode: AuthMode;
  /** A vote waits for the account: a new one then gets its name here, because voting needs a complete profile. */
  voting: boolean;
  /** The code of the invitation that the person follows. */
  invitation?: string;
  /** Called when the answer says that the other mode is the right one. */
  onMode: (mode: AuthMode) => void;
  /** Called with whether the answer advises Continue with Google. */
  onAdvice: (google: boolean) => void;
}

/** Email and password; the text stays when the mode changes. */
export function AuthForm({ mode, voting, invitation, onMode, onAdvice }: AuthFormProps) {
  const { signIn } = useSession();
  const toast = useToast();
  const login = useLogin();
  const signup = useSignup();
  const config = useServerConfig();
  const firebase = firebaseOf(config);
  const joining = mode === 'signup' ? config?.instance?.signUp : undefined;
  const google = firebase !== null;
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [ticket, setTicket] = useState<Ticket>({ invitation });
  const [refused, setRefused] = useState<{ problem: AuthProblem; mode: AuthMode } | null>(null);
  // Changing the mode by hand clears the problem.
  const problem = refused?.mode === mode ? refused.problem : null;
  const [completing, setCompleting] = useState(false);
  const pending = login.isPending || signup.isPending || completing;
  const named = voting && mode === 'signup';

  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);

  const refuse = (next: AuthProblem) => {
    setRefused({ problem: next, mode: next.switchTo ?? mode });
    onAdvice(next.google === true);
    toast({ title: next.title, description: next.description, variant: 'destructive' });
    if (next.switchTo) onMode(next.switchTo);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const wrong = checkFields(mode, email, password, !field.validity.typeMismatch);
    if (wrong) return refuse(wrong);
    if (named && name.trim() === '') return refuse(missing('name'));
    setRefused(null);
    const body = { email: email.trim(), password };
    try {
      const signedUp =
        mode === 'signup'
          ? await signup.mutateAsync({ ...body, ...(named && { name: name.trim() }), ...(joining && ticket) })
          : null;
      const user = signedUp ? signedUp.user : await login.mutateAsync(body);
      toast({ title: t(signedUp?.created ? 'auth.accountCreated' : 'auth.welcomeBack') });
      setCompleting(true);
      await signIn(
        named && !user.hasCompletedProfile && !user.waitingSince ? await withProfile(user, name.trim()) : user,
      );
    } catch (error) {
      refuse(await explained(error, mode, google));
    } finally {
      setCompleting(false);
    }
  };

  // A problem of the previous text says nothing about the new one.
  const type = (set: (text: string) => void, text: string) => {
    set(text);
    setRefused(null);
    onAdvice(false);
  };

  const errorOf = (field: AuthProblem['field']) => (problem?.field === field ? problem.inline : undefined);
  return (
    <form
      ref={form}
      noValidate
      onFocus={() => {
        if (mode === 'signup') void prepareSignup().catch(() => undefined);
        if (firebase) void import('../api/firebase-email').catch(() => undefined);
      }}
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="email webauthn"
        enterKeyHint="next"
        value={email}
        error={errorOf('email')}
        onChange={(event) => type(setEmail, event.target.value)}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
        enterKeyHint={named ? 'next' : 'go'}
        value={password}
        error={errorOf('password')}
        hint={mode === 'signup' ? t('auth.passwordRule') : undefined}
        onChange={(event) => type(setPassword, event.target.value)}
      />
      {named && (
        <Field
          label={t('auth.name')}
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="go"
          maxLength={NAME_MAX}
          hint={t('auth.nameHint')}
          value={name}
          error={errorOf('name')}
          onChange={(event) => type(setName, event.target.value)}
        />
      )}
      {joining && joining.mode !== 'open' && (
        <Suspense fallback={null}>
          <JoinFields signUp={joining} ticket={ticket} onTicket={setTicket} />
        </Suspense>
      )}
      {mode === 'login' && (
        <p className="field-row">
          <Link className="link" to="/forgot-password" state={{ email: email.trim() }}>
            {t('auth.forgot')}
          </Link>
        </p>
      )}
      {problem && problem.field === null && <p className="field-error">{problem.inline}</p>}
      <Button type="submit" size="l" block disabled={pending} aria-busy={pending}>
        {t(submitLabel(mode, voting))}
      </Button>
    </form>
  );
}
