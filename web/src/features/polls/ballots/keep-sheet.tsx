import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { Sheet } from '../../../components/ui/sheet';
import { register, t } from '../../../lib/i18n';
import { keepSheet } from '../../../lib/i18n/en/keep-sheet';
import { Cross } from './hand';
import styles from './keep-sheet.module.css';

register({ keepSheet });

const yes = (text: string) => (
  <>
    <Icon name="check" size="s" />
    {text}
  </>
);
const no = (text: string) => (
  <>
    <Icon name="close" size="s" />
    {text}
  </>
);

/** What we keep of a vote: its name, and both kinds of polls. */
const rows = (): [string, ReactNode, ReactNode][] => [
  [t('keepSheet.voted'), t('keepSheet.votedBoth'), t('keepSheet.votedBoth')],
  [t('keepSheet.chose'), yes(t('keepSheet.choseOrdinary')), no(t('keepSheet.choseSealed'))],
  [t('keepSheet.when'), t('keepSheet.whenOrdinary'), no(t('keepSheet.whenSealed'))],
  [t('keepSheet.counts'), t('keepSheet.countsOrdinary'), t('keepSheet.countsSealed')],
  [t('keepSheet.backups'), t('keepSheet.backupsOrdinary'), t('keepSheet.backupsSealed')],
];

/** What sealing does not protect from. */
const limits = (): [string, string][] => [
  [t('keepSheet.live'), t('keepSheet.liveText')],
  [t('keepSheet.journal'), t('keepSheet.journalText')],
  [t('keepSheet.unanimous'), t('keepSheet.unanimousText')],
  [t('keepSheet.device'), t('keepSheet.deviceText')],
];

interface KeepSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** "What we keep" of a vote in an ordinary and in a sealed poll, and what sealing does not protect from. */
export function KeepSheet({ open, onOpenChange }: KeepSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      closable
      title={t('keepSheet.title')}
      description={t('keepSheet.text')}
    >
      <table className={styles.table} data-ink="citron">
        <caption className="vh">{t('keepSheet.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('keepSheet.what')}</span>
            </th>
            <th scope="col">{t('keepSheet.ordinary')}</th>
            <th scope="col" className={styles.sealed}>
              {t('keepSheet.sealed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows().map(([name, ordinary, sealed]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{ordinary}</td>
              <td className={styles.sealed}>{sealed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section className={styles.limits}>
        <h3>{t('keepSheet.notTitle')}</h3>
        <ul>
          {limits().map(([title, text]) => (
            <li key={title}>
              <Cross big />
              <span>
                <b>{title}</b> {text}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <div className="sheet-actions">
        <Button size="l" block onClick={() => onOpenChange(false)}>
          {t('keepSheet.done')}
        </Button>
      </div>
    </Sheet>
  );
}
