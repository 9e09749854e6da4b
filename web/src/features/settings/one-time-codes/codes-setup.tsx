import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import type { NewOneTimeCodes } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { useCopied } from '../../../lib/clipboard';
import { t } from '../../../lib/i18n';
import { qrCode } from '../../../lib/qr-code';
import { toast } from '../../../lib/toast';
import { isWrongCode, useConfirm } from './api';
import styles from './one-time-codes.module.css';

interface CodesSetupProps {
  setup: NewOneTimeCodes;
  /** The codes are on; these are the recovery codes, which no answer repeats. */
  onOn: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret as a QR code and as text, and the field for the first code. */
export default function CodesSetup({ setup, onOn, onCancel }: CodesSetupProps) {
  const qr = useMemo(() => qrCode(setup.uri, 'L'), [setup.uri]);
  const key = setup.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  const { copied, copy } = useCopied();
  const confirm = useConfirm();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const focusField = () => form.current?.querySelector<HTMLInputElement>('input')?.focus();
  useEffect(focusField, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const figures = code.replaceAll(/\s/g, '');
    const refuse = () => {
      setProblem(t('oneTimeCodes.wrong'));
      focusField();
    };
    if (!/^\d{6}$/.test(figures)) return refuse();
    confirm.mutate(figures, {
      onSuccess: ({ recoveryCodes }) => onOn(recoveryCodes),
      onError: (error) => isWrongCode(error) && refuse(),
    });
  };

  const copyKey = async () => {
    if (!(await copy(setup.secret))) toast({ title: t('oneTimeCodes.copyFailed'), variant: 'destructive' });
  };

  return (
    <form ref={form} className={styles.setup} noValidate onSubmit={submit}>
      <p className={styles.scan}>{t('oneTimeCodes.scan')}</p>
      <div className={styles.secret}>
        <svg
          className={styles.qr}
          role="img"
          aria-label={t('oneTimeCodes.qrLabel')}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
        >
          <rect width={qr.size} height={qr.size} className={styles.paper} />
          <path d={qr.path} />
        </svg>
        <div className={styles.typed}>
          <p className="fine">{t('oneTimeCodes.orType')}</p>
          <p className={styles.key} translate="no">
            {key}
          </p>
          <Button size="s" variant="well" onClick={() => void copyKey()}>
            {t(copied ? 'oneTimeCodes.copied' : 'oneTimeCodes.copy')}
          </Button>
        </div>
      </div>
      <Field
        label={t('oneTimeCodes.figures')}
        name="code"
        className={styles.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={12}
        value={code}
        error={problem || undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem('');
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={confirm.isPending} aria-busy={confirm.isPending}>
          {t(confirm.isPending ? 'oneTimeCodes.switchingOn' : 'oneTimeCodes.switchOn')}
        </Button>
        <Button variant="well" onClick={onCancel}>
          {t('oneTimeCodes.cancel')}
        </Button>
      </div>
    </form>
  );
}
