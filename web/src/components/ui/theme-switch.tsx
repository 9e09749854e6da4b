import { switchTheme, useTheme } from '../../lib/theme';
import { t } from '../../lib/i18n';
import { Icon } from './icon';

/** Switches between light and dark. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={t('ui.switchTheme')}
      aria-pressed={theme === 'dark'}
      onClick={switchTheme}
    >
      <Icon name="theme" size="m" />
    </button>
  );
}
