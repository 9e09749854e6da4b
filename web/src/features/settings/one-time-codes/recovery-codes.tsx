import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button';
import { useCopied } from '../../../lib/clipboard';
import { t } from '../../../lib/i18n';
import { saveFile } from '../../../lib/save-file';
import { toast } from '../../../lib/toast';
import styles from './one-time-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onKept: () => void;
}

/** The recovery codes on a slip of paper, shown once. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  const { copied, copy } = useCopied();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const copyAll = async () => {
    if (!(await copy(codes.join('\n')))) toast({ title: t('oneTimeCodes.copyFailed'), variant: 'destructive' });
  };
  const save = () => {
    const lines = [t('oneTimeCodes.recoveryFile', { email, host: location.host }), '', ...codes, ''];
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), 'inkling-recovery-codes.txt');
  };

  return (
    <section className={styles.slip} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" ref={heading} tabIndex={-1}>
        {t('oneTimeCodes.recovery')}
      </h3>
      <p className="fine">{t('oneTimeCodes.recoveryText')}</p>
      <div className={`perf ${styles.perforation}`} aria-hidden="true" />
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`perf ${styles.perforation}`} aria-hidden="true" />
      <div className={styles.actions}>
        <Button variant="line" onClick={() => void copyAll()}>
          {t(copied ? 'oneTimeCodes.copied' : 'oneTimeCodes.copyAll')}
        </Button>
        <Button variant="line" onClick={save}>
          {t('oneTimeCodes.save')}
        </Button>
        <Button className={styles.kept} onClick={onKept}>
          {t('oneTimeCodes.kept')}
        </Button>
      </div>
    </section>
  );
}
