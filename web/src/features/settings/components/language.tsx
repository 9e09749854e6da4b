import { t } from '../../../lib/i18n';
import { LOCALES, type Locale } from '../../../lib/i18n/active';
import { chooseLanguage, useLanguageChoice, type LanguageChoice } from '../../../lib/i18n/language';
import { toast } from '../../../lib/toast';
import radioRow from './radio-row.module.css';

const locales = Object.keys(LOCALES) as Locale[];

/** The language of the interface: the browser's, or one stored in this browser. Each is named in its own language. */
export function Language() {
  const chosen = useLanguageChoice();
  const choose = (next: LanguageChoice) => {
    chooseLanguage(next).catch(() =>
      toast({ title: t('settings.languageFailed'), description: t('ui.connectionHint'), variant: 'destructive' }),
    );
  };
  const choice = (value: LanguageChoice, name: string) => (
    <label key={value} lang={value === 'auto' ? undefined : value}>
      <input type="radio" name="language" value={value} checked={chosen === value} onChange={() => choose(value)} />
      <span>{name}</span>
    </label>
  );
  return (
    <fieldset className={`set ${radioRow.row}`}>
      <legend className="vh">{t('settings.language')}</legend>
      <b aria-hidden="true">{t('settings.language')}</b>
      <div className={radioRow.choice}>
        {choice('auto', t('settings.languageAuto'))}
        {locales.map((locale) => choice(locale, LOCALES[locale].name))}
      </div>
    </fieldset>
  );
}
