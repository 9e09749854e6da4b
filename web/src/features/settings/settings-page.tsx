import { lazy, Suspense } from 'react';
import { ProofDialog } from '../../components/proof/proof-dialog';
import { PushDevice } from '../../components/push/push-device';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { Appearance } from './components/appearance';
import { DataExport } from './components/data-export';
import { DeleteAccount } from './components/delete-account';
import { EmailState } from './components/email-state';
import { NotificationSettings, PrivacySettings } from './components/notification-settings';
import { PasskeyList } from './components/passkey-list';
import { PasswordForm } from './components/password-form';
import { Section } from './components/section';
import { SessionList } from './components/session-list';
import { TakeBackSetting } from './components/take-back-setting';
import { InvitationSettings } from './invitations/invitation-settings';
import { OneTimeCodes } from './one-time-codes/one-time-codes';
import styles from './settings-page.module.css';
import './strings';

const ProtectionSettings = lazy(() => import('./protection/protection-settings'));

/** `/settings`: theme, notifications, privacy of votes, account and sessions. */
export default function SettingsPage() {
  usePageTitle(t('settings.title'));
  return (
    <div className={`col ${styles.root}`}>
      <div className="page-head">
        <h1 className="title">{t('settings.title')}</h1>
      </div>
      <Appearance />
      <Section title={t('settings.device')}>
        <TakeBackSetting />
        <PushDevice />
      </Section>
      <NotificationSettings />
      <PrivacySettings />
      <Section title={t('settings.protection')}>
        <Suspense fallback={<div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />}>
          <ProtectionSettings />
        </Suspense>
      </Section>
      <InvitationSettings />
      <Section title={t('settings.security')}>
        <EmailState />
        <PasswordForm />
        <PasskeyList />
        <OneTimeCodes />
        <SessionList />
      </Section>
      <Section title={t('settings.data')}>
        <DataExport />
      </Section>
      <DeleteAccount />
      <ProofDialog />
    </div>
  );
}
