import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ServerConfig, ServiceHealth } from '@inkling/contracts';
import { LoadFailed } from '../../../components/ui/load-failed';
import { call, routes } from '../../../lib/api';
import { t, type MessageKey } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { useServerConfig } from '../../../lib/server-config';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel } from '../components/panel';
import { StateTag, type Weight } from '../components/state-tag';
import { countOrDash } from '../model/count-or-dash';
import table from '../components/data-table.module.css';
import styles from './health-page.module.css';
import './strings';

/** Milliseconds after which a visible page is read again. */
const REFRESH_MS = 15_000;
/** Milliseconds from which an answer is slow. */
const SLOW_MS = 1_000;

const useHealth = () =>
  useQuery({
    queryKey: [routes.adminHealth],
    queryFn: ({ signal }) => call(routes.adminHealth, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

function stateOf({ ready, ms, deadLetters }: ServiceHealth): { weight: Weight; word: MessageKey } {
  if (!ready) return { weight: 'now', word: 'adminHealth.down' };
  if ((deadLetters ?? 0) > 0) return { weight: 'now', word: 'adminHealth.stuck' };
  return ms >= SLOW_MS ? { weight: 'warn', word: 'adminHealth.slow' } : { weight: 'good', word: 'adminHealth.well' };
}

/** The parts of a service that are not well, with the reason that they give. */
const troubles = ({ parts }: ServiceHealth): string[] =>
  Object.entries(parts)
    .filter(([, state]) => state !== 'ok')
    .map(([part, state]) => `${part}: ${state}`);

/** On a phone, where two columns are left out, what a service still has to send and has given up on. */
const backlogOf = ({ unpublished, deadLetters }: ServiceHealth): string =>
  [[t('adminHealth.unpublished'), unpublished] as const, [t('adminHealth.deadLetters'), deadLetters] as const]
    .filter(([, count]) => count)
    .map(([name, count]) => `${name}: ${countOrDash(count)}`)
    .join(' · ');

function Services({ services }: { services: readonly ServiceHealth[] }) {
  return (
    <div className={styles.table}>
      <table className={`${table.root} ${table.isRoomy}`}>
        <caption className="vh">{t('adminHealth.services')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('adminHealth.part')}</th>
            <th scope="col" className={table.number}>
              {t('adminHealth.answer')}
            </th>
            <th scope="col" className={`${table.number} ${styles.wide}`}>
              {t('adminHealth.unpublished')}
            </th>
            <th scope="col" className={`${table.number} ${styles.wide}`}>
              {t('adminHealth.deadLetters')}
            </th>
            <th scope="col" className={table.number}>
              {t('adminHealth.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => {
            const { weight, word } = stateOf(service);
            const backlog = backlogOf(service);
            const wide = `${table.number} ${styles.wide}`;
            return (
              <Fragment key={service.name}>
                <tr>
                  <th scope="row">
                    {service.name}
                    {backlog !== '' && <span className={styles.backlog}>{backlog}</span>}
                  </th>
                  <td className={table.number}>{t('adminHealth.ms', { count: formatNumber(service.ms) })}</td>
                  <td className={wide}>{countOrDash(service.unpublished)}</td>
                  <td className={wide}>{countOrDash(service.deadLetters)}</td>
                  <td className={table.number}>
                    <StateTag weight={weight}>{t(word)}</StateTag>
                  </td>
                </tr>
                {troubles(service).map((trouble) => (
                  <tr key={trouble} className={styles.trouble}>
                    <td colSpan={5}>{trouble}</td>
                  </tr>
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const OFFERS = [
  { of: 'mail', title: 'adminHealth.mail', how: 'adminHealth.mailHow' },
  { of: 'push', title: 'adminHealth.push', how: 'adminHealth.pushHow' },
  { of: 'insights', title: 'adminHealth.insights', how: 'adminHealth.insightsHow' },
  { of: 'google', title: 'adminHealth.google', how: 'adminHealth.googleHow' },
  { of: 'passkeys', title: 'adminHealth.passkeys', how: 'adminHealth.passkeysHow' },
] as const satisfies readonly { of: keyof ServerConfig['features']; title: MessageKey; how: MessageKey }[];

/** Optional features; a feature that is not set up comes with instructions. */
function Offers({ features }: { features: ServerConfig['features'] }) {
  return (
    <ul className={styles.offers}>
      {OFFERS.map(({ of, title, how }) => (
        <li key={of}>
          <div>
            <b>{t(title)}</b>
            {!features[of] && <p className="fine">{t(how)}</p>}
          </div>
          <StateTag weight={features[of] ? 'good' : 'plain'} icon={features[of] ? undefined : 'minus'}>
            {t(features[of] ? 'adminHealth.setUp' : 'adminHealth.notSetUp')}
          </StateTag>
        </li>
      ))}
    </ul>
  );
}

/** `/admin/health`: every part of the server, and what is set up. */
export default function HealthPage() {
  const { data, isError, isFetching, refetch } = useHealth();
  const features = useServerConfig()?.features;
  return (
    <AdminPage>
      <AdminHead title={t('adminHealth.title')} />
      {data ? (
        <div className={styles.root}>
          <Panel title={t('adminHealth.services')} aside={<span className="muted">{t('adminHealth.renewed')}</span>}>
            <Services services={data.services} />
          </Panel>
          {features && (
            <Panel title={t('adminHealth.offers')}>
              <Offers features={features} />
            </Panel>
          )}
        </div>
      ) : isError ? (
        <LoadFailed title={t('adminHealth.failed')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
      )}
    </AdminPage>
  );
}
