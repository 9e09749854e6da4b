import { browserOf } from '@inkling/contracts/browsers';
import { t } from '../../../lib/i18n';

/** `Firefox on Windows`; for an unknown browser, the name that it gives itself. */
export function browserName(userAgent: string): string {
  const { browser, system } = browserOf(userAgent);
  if (browser && system) return t('settings.browserOn', { browser, system });
  return browser ?? (userAgent.slice(0, 40) || t('settings.unknownBrowser'));
}
