import { useEffect, useState } from 'react';
import { activeLocale, t } from '../../lib/i18n';
import styles from './legal-page.module.css';

interface Words {
  en: string;
  de: string;
}
interface Row {
  holds: Words;
  why: Words;
  kept: Words;
}

/** What is stored, why and for how long, generated from the code (docs/operations/stored-data.md). It comes later. */
export function StoredDataTable() {
  const language = activeLocale();
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    // The page says the most important without it.
    import('./stored-data.json').then(
      (list) => setRows(list.default),
      () => undefined,
    );
  }, []);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 id="stored-data">{t('legal.table')}</h2>
      <p className="muted">{t('legal.tableText')}</p>
      {/* A region that scrolls sideways takes the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-labelledby="stored-data" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('legal.tableHolds')}</th>
              <th scope="col">{t('legal.tableWhy')}</th>
              <th scope="col">{t('legal.tableKept')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ holds, why, kept }) => (
              <tr key={holds.en}>
                <td>{holds[language]}</td>
                <td>{why[language]}</td>
                <td>{kept[language]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
