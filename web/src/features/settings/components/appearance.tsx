import { t } from '../../../lib/i18n';
import { chooseTheme, useThemeChoice, type ThemeChoice } from '../../../lib/theme';
import { Language } from './language';
import { Section } from './section';
import { ShortcutSettings } from './shortcut-settings';
import radioRow from './radio-row.module.css';

const CHOICES: { value: ThemeChoice; label: 'settings.themeSystem' | 'settings.themeLight' | 'settings.themeDark' }[] =
  [
    { value: 'system', label: 'settings.themeSystem' },
    { value: 'light', label: 'settings.themeLight' },
    { value: 'dark', label: 'settings.themeDark' },
  ];

/** Theme, language, and the list of shortcuts. */
export function Appearance() {
  const chosen = useThemeChoice();
  return (
    <Section title={t('settings.appearance')}>
      <fieldset className={`set ${radioRow.row}`}>
        <legend className="vh">{t('settings.theme')}</legend>
        <b aria-hidden="true">{t('settings.theme')}</b>
        <div className={radioRow.choice}>
          {CHOICES.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={chosen === value}
                onChange={() => chooseTheme(value)}
              />
              <span>{t(label)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Language />
      <ShortcutSettings />
    </Section>
  );
}
