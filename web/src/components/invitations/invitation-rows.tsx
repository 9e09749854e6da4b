import { useState } from 'react';
import type { AdminInvitation, Invitation } from '@inkling/contracts';
import { useCopied } from '../../lib/clipboard';
import { t } from '../../lib/i18n';
import { hasEnded, shortDay } from '../../lib/time';
import { toast } from '../../lib/toast';
import { Asked } from '../ui/asked';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { useWithdraw } from './api';
import styles from './invitation-rows.module.css';

type Shown = Invitation & Partial<Pick<AdminInvitation, 'by'>>;

const isOpen = ({ withdrawnAt, used, uses, until }: Invitation) =>
  withdrawnAt === null && used < uses && !hasEnded(until);

/** Whether the invitation lets anybody in, and how many. */
function stateOf({ uses, used, until, withdrawnAt }: Invitation): string {
  if (withdrawnAt !== null) return t('invitations.withdrawn', { day: shortDay(withdrawnAt) });
  if (used >= uses) return t('invitations.usedUp');
  if (until !== null && hasEnded(until)) return t('invitations.ended', { day: shortDay(until) });
  const places = t('invitations.places', { left: uses - used, uses });
  return until === null ? places : `${places}, ${t('invitations.until', { day: shortDay(until) })}`;
}

function makerOf({ by }: Shown): string[] {
  if (by === undefined) return [];
  return [by === null ? t('invitations.byOperator') : t('invitations.by', { name: by.name })];
}

function CopyLink({ code }: { code: string }) {
  const { copied, copy } = useCopied();
  const press = async () => {
    const done = await copy(`${location.origin}/login?invitation=${code}`);
    if (!done) toast({ title: t('invitations.notCopied'), variant: 'destructive' });
  };
  return (
    <Button size="s" variant="line" onClick={() => void press()}>
      <Icon name={copied ? 'check' : 'copy'} size="s" />
      <span>
        {t(copied ? 'invitations.copied' : 'invitations.copy')}
        <span className="vh">, {code}</span>
      </span>
    </Button>
  );
}

/** Asks before an invitation is withdrawn. */
function Withdraw({ invitation: { id, code } }: { invitation: Invitation }) {
  const withdraw = useWithdraw();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="s"
        variant="plain"
        disabled={withdraw.isPending}
        aria-label={t('invitations.withdrawOf', { code })}
        onClick={() => setAsking(true)}
      >
        {t('invitations.withdraw')}
      </Button>
      <Asked
        open={asking}
        title={t('invitations.withdrawTitle', { code })}
        text={t('invitations.withdrawText')}
        action={t('invitations.withdraw')}
        cancel={t('invitations.keep')}
        onYes={() => withdraw.mutate(id)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Invitations with their state; those that still let people in have a link to copy. */
export function InvitationRows({ invitations }: { invitations: readonly Shown[] }) {
  if (invitations.length === 0) return <p className={`muted ${styles.none}`}>{t('invitations.none')}</p>;
  return (
    <ul className={`rows ${styles.root}`} aria-label={t('invitations.title')}>
      {invitations.map((one) => (
        <li key={one.id} className={isOpen(one) ? undefined : styles.isOver}>
          <div className={styles.name}>
            <b>{one.code}</b>
            <p className="fine">
              {[stateOf(one), t('invitations.joined', { count: one.used }), ...makerOf(one)].join(' · ')}
            </p>
          </div>
          {isOpen(one) && (
            <div className={styles.actions}>
              <CopyLink code={one.code} />
              <Withdraw invitation={one} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
