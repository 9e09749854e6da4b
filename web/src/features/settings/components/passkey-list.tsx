import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PASSKEYS_MAX, PASSKEY_NAME_MAX } from '@inkling/contracts/constants';
import type { Passkey } from '@inkling/contracts';
import { KeyMark } from '../../../components/passkeys/key-mark';
import '../../../components/passkeys/strings';
import { Asked } from '../../../components/ui/asked';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Field } from '../../../components/ui/field';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { keepsFocus } from '../../../lib/keeps-focus';
import { useServerConfig } from '../../../lib/server-config';
import { serverNow } from '../../../lib/server-clock';
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from '../api/passkeys';
import styles from './passkey-list.module.css';
import section from './section.module.css';

const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' }, 'en-GB');
const fullDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }, 'en-GB');

function dayOf(instant: string): string {
  const [day, now] = [new Date(instant), new Date(serverNow())];
  if (day.toDateString() === now.toDateString()) return t('passkeys.today');
  return (day.getFullYear() === now.getFullYear() ? dayAndMonth : fullDay)(day);
}

/** Asks before a passkey is removed. */
function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const remove = useRemovePasskey();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="s"
        variant="line"
        disabled={remove.isPending}
        aria-label={t('passkeys.removeOf', { name: passkey.name })}
        onClick={() => setAsking(true)}
      >
        {t(remove.isPending ? 'passkeys.removing' : 'passkeys.remove')}
      </Button>
      <Asked
        open={asking}
        title={t('passkeys.removeTitle', { name: passkey.name })}
        text={t('passkeys.removeText')}
        action={t('passkeys.remove')}
        cancel={t('passkeys.cancel')}
        onYes={() => remove.mutate(passkey.id)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Renames a passkey in a dialog. */
function RenamePasskey({ passkey }: { passkey: Passkey }) {
  const rename = useRenamePasskey();
  const start = useRef<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    if (name.trim() === '') return setProblem(t('passkeys.nameMissing'));
    rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button
        size="s"
        variant="plain"
        aria-label={t('passkeys.renameOf', { name: passkey.name })}
        onClick={() => {
          setName(passkey.name);
          setProblem('');
          setOpen(true);
        }}
      >
        {t('passkeys.rename')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('passkeys.renameTitle')} startAt={start}>
        <form
          className={styles.form}
          noValidate
          ref={(form) => void (start.current = form?.querySelector('input') ?? null)}
          onSubmit={submit}
        >
          <Field
            label={t('passkeys.name')}
            name="passkey-name"
            maxLength={PASSKEY_NAME_MAX}
            enterKeyHint="done"
            value={name}
            error={problem || undefined}
            onChange={(event) => {
              setName(event.target.value);
              setProblem('');
            }}
          />
          <Button type="submit" size="l" block disabled={rename.isPending} aria-busy={rename.isPending}>
            {t(rename.isPending ? 'passkeys.saving' : 'passkeys.save')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const made = dayOf(passkey.createdAt);
  return (
    <li>
      <span className={styles.mark}>
        <KeyMark />
      </span>
      <div className={styles.name}>
        <b>
          <bdi>{passkey.name}</bdi>
        </b>
        <p className="fine">
          {passkey.lastUsedAt === null
            ? t('passkeys.made', { made })
            : t('passkeys.used', { made, used: dayOf(passkey.lastUsedAt) })}
        </p>
      </div>
      <div className={styles.actions}>
        <RenamePasskey passkey={passkey} />
        <RemovePasskey passkey={passkey} />
      </div>
    </li>
  );
}

/** Whether this browser makes passkeys; the code for it loads here, so that a press is answered at once. */
function useSupport(): boolean {
  const [supported, setSupported] = useState(false);
  useEffect(() => {
    void import('../../../components/passkeys/ceremony').then(
      ({ supportsPasskeys }) => setSupported(supportsPasskeys()),
      () => undefined,
    );
  }, []);
  return supported;
}

/** The user's passkeys, and a button for another one. Nothing where neither server nor browser has passkeys. */
export function PasskeyList() {
  const offered = useServerConfig()?.features.passkeys ?? false;
  const supported = useSupport();
  const { data, isError, isFetching, refetch } = usePasskeys();
  const add = useAddPasskey();
  const canAdd = offered && supported && data !== undefined && data.length < PASSKEYS_MAX;
  if (!offered || (!supported && !data?.length)) return null;
  return (
    <div ref={keepsFocus} className={styles.root}>
      <h3>{t('passkeys.title')}</h3>
      <p className="fine">{t('passkeys.text')}</p>
      {isError && !data && (
        <div className={section.failed} role="alert">
          <p>{t('passkeys.listFailed')}</p>
          <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={`rows ${styles.rows}`}>
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canAdd && (
        <Button block disabled={add.isPending} aria-busy={add.isPending} onClick={() => add.mutate()}>
          <KeyMark />
          {t(add.isPending ? 'passkeys.adding' : 'passkeys.add')}
        </Button>
      )}
    </div>
  );
}
