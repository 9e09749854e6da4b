import { lazy, Suspense } from 'react';
import { t } from '../../../lib/i18n';
import { firebaseOf, useServerConfig } from '../../../lib/server-config';
import { GoogleMark } from './google-mark';

/** Only servers with Google sign-in need this code. */
const GoogleButton = lazy(() => import('./google-button'));

/** The button while it cannot be pressed. */
const GoogleWait = ({ describedBy }: { describedBy?: string }) => (
  <button type="button" className="btn btn-line btn-l btn-block" disabled aria-describedby={describedBy}>
    <GoogleMark />
    {t('auth.google')}
  </button>
);

/**
 * The divider and the Google button, highlighted when it is the advice. Without Google sign-in on this server,
 * development shows it disabled with the reason and production leaves it out.
 */
export function GoogleSection({ advised }: { advised: boolean }) {
  const config = useServerConfig();
  const firebase = firebaseOf(config);
  if (!config || (!firebase && config.environment === 'production')) return null;
  return (
    <>
      <div className="perf">
        <span className="or">{t('auth.or')}</span>
      </div>
      {firebase ? (
        <Suspense fallback={<GoogleWait />}>
          <GoogleButton config={firebase} advised={advised} />
        </Suspense>
      ) : (
        <>
          <GoogleWait describedBy="google-note" />
          <p className="fine google-note" id="google-note">
            {t('auth.googleMissing')}
          </p>
        </>
      )}
    </>
  );
}
