import { lazy, Suspense, useRef, useState } from 'react';
import type { NewOneTimeCodes } from '@inkling/contracts';
import { Asked } from '../../../components/ui/asked';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { useServerConfig } from '../../../lib/server-config';
import { useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { useBegin, useOneTimeCodes, useRenewRecoveryCodes, useSwitchOff } from './api';
import { RecoveryCodes } from './recovery-codes';
import styles from './one-time-codes.module.css';
import './strings';

/** Only people who switch the codes on load the QR code. */
const CodesSetup = lazy(() => import('./codes-setup'));

/** How many there are to begin with. */
const RECOVERY_CODES = 10;
const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** Whether one-time codes are on, and everything to do with them. */
export function OneTimeCodes() {
  const { user } = useSession();
  const mail = useServerConfig()?.features.mail ?? false;
  const { data, isError, isFetching, refetch } = useOneTimeCodes();
  const begin = useBegin();
  const renew = useRenewRecoveryCodes();
  const off = useSwitchOff();
  const [setup, setSetup] = useState<NewOneTimeCodes | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLElement>(null);

  const backToRow = () => requestAnimationFrame(() => (trigger.current ?? heading.current)?.focus());
  const finish = () => {
    setCodes(null);
    backToRow();
  };

  const unverified = mail && user?.emailVerified === false;
  const on = data?.since != null;
  const text = isError
    ? t('oneTimeCodes.stateFailed')
    : on
      ? t('oneTimeCodes.onText', {
          date: day(new Date(data.since!)),
          left: data.recoveryCodesLeft,
          all: RECOVERY_CODES,
        })
      : `${t('oneTimeCodes.offText')}${unverified ? ` ${t('oneTimeCodes.unverified')}` : ''}`;

  return (
    <div className={`set ${styles.root}`}>
      <div>
        <b ref={heading} tabIndex={-1}>
          {t('oneTimeCodes.title')}
        </b>
        <p className="fine" role={isError ? 'alert' : undefined}>
          {text}
        </p>
      </div>
      {isError && !data && (
        <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      )}
      {data && !on && !setup && (
        <button
          ref={trigger}
          type="button"
          className="btn btn-line btn-s"
          disabled={unverified || begin.isPending}
          aria-busy={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: setSetup })}
        >
          {t(begin.isPending ? 'oneTimeCodes.preparing' : 'oneTimeCodes.switchOn')}
        </button>
      )}
      {setup && (
        <Suspense fallback={null}>
          <CodesSetup
            setup={setup}
            onOn={(recoveryCodes) => {
              setSetup(null);
              setCodes(recoveryCodes);
              toast({ title: t('oneTimeCodes.on'), description: t('oneTimeCodes.onToast') });
            }}
            onCancel={() => {
              setSetup(null);
              backToRow();
            }}
          />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} email={user?.email ?? ''} onKept={finish} />}
      {on && !codes && (
        <div className={styles.actions}>
          <Button variant="line" onClick={() => setAsked('renew')}>
            {t('oneTimeCodes.renew')}
          </Button>
          <Button variant="line" onClick={() => setAsked('off')}>
            {t('oneTimeCodes.switchOff')}
          </Button>
        </div>
      )}
      <Asked
        open={asked === 'renew'}
        title={t('oneTimeCodes.renewTitle')}
        text={t('oneTimeCodes.renewText')}
        action={t('oneTimeCodes.renew')}
        cancel={t('oneTimeCodes.cancel')}
        returnTo={heading}
        onClose={() => setAsked(null)}
        onYes={() => renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })}
      />
      <Asked
        open={asked === 'off'}
        title={t('oneTimeCodes.offTitle')}
        text={t('oneTimeCodes.offConfirm')}
        action={t('oneTimeCodes.switchOff')}
        cancel={t('oneTimeCodes.cancel')}
        returnTo={heading}
        onClose={() => setAsked(null)}
        onYes={() => off.mutate(undefined, { onSuccess: () => toast({ title: t('oneTimeCodes.off') }) })}
      />
    </div>
  );
}
