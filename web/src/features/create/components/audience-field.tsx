import { useId, type ReactNode } from 'react';
import { VISIBILITIES, type Visibility } from '@inkling/contracts/constants';
import { BallotOption } from '../../../components/ui/ballot-option';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import styles from './audience-field.module.css';

const Drawn = ({ children }: { children: ReactNode }) => (
  <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
);
const ICONS: Record<Visibility, ReactNode> = {
  public: (
    <Drawn>
      <circle cx="12" cy="12" r="7.8" />
      <path d="M4.5 12h15M12 4.2c2.4 2.2 3.4 4.8 3.4 7.8s-1 5.6-3.4 7.8c-2.4-2.2-3.4-4.8-3.4-7.8s1-5.6 3.4-7.8z" />
    </Drawn>
  ),
  unlisted: <Icon name="link" />,
  followers: (
    <Drawn>
      <circle cx="9.5" cy="8.6" r="3.4" />
      <path d="M3.4 19c.6-3.3 2.9-5 6.1-5s5.5 1.7 6.1 5M15.6 5.6a3.3 3.3 0 0 1 0 6M17.8 14.6c1.6.7 2.6 2.2 2.9 4.4" />
    </Drawn>
  ),
};

interface AudienceFieldProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}

/** "Who it is for": everybody, whoever has the link, or the author's followers. */
export function AudienceField({ value, onChange }: AudienceFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className={`label ${styles.legend}`}>{t('create.audience')}</legend>
      <div className={styles.choices}>
        {VISIBILITIES.map((visibility) => (
          <BallotOption
            key={visibility}
            name={name}
            on={value === visibility}
            onChange={() => onChange(visibility)}
            className={styles.choice}
          >
            {t(`create.audience_${visibility}`)}
            <small>{t(`create.audienceText_${visibility}`)}</small>
            {ICONS[visibility]}
          </BallotOption>
        ))}
      </div>
    </fieldset>
  );
}
