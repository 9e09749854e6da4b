import { Avatar } from '../../../components/ui/avatar';
import { t } from '../../../lib/i18n';
import { Filled } from '../../../lib/i18n/filled';
import { useServerConfig } from '../../../lib/server-config';
import { shortDay } from '../../../lib/time';
import styles from './invitation-ticket.module.css';
import './strings';
import { useInvitation } from './use-invitation';

/** Who invites, above the form, as the upper part of the slip. Nothing for a code that lets nobody in. */
export default function InvitationTicket({ code }: { code: string }) {
  const { data } = useInvitation(code);
  const config = useServerConfig();
  if (!data) return null;
  const { inviter, uses, left, until } = data;
  const place = { number: uses - left + 1, of: uses };
  return (
    <>
      <section className={styles.root} data-ink="mint">
        {inviter && <Avatar user={inviter} size={44} />}
        <p>
          <Filled
            message="joining.invites"
            parts={{
              name: (
                <b>
                  <bdi>{inviter?.name ?? config?.operator.name ?? config?.product ?? 'Inkling'}</bdi>
                </b>
              ),
            }}
          />
          <br />
          <span className={styles.place}>
            {until === null ? t('joining.ticket', place) : t('joining.ticketUntil', { ...place, day: shortDay(until) })}
          </span>
        </p>
      </section>
      <div className={`perf ${styles.edge}`} />
    </>
  );
}
