import { ButtonLink } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { Logo, Wordmark } from '../../components/ui/logo';
import { Tally } from '../../components/ui/tally';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { FooterLinks } from '../../components/site-footer/footer-links';
import { SocialLinks } from '../../components/site-footer/social-links';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import { useSession } from '../../lib/session';
import { ContactForm } from './components/contact-form';
import styles from './help-page.module.css';
import './strings';

const QUESTIONS = [
  { question: 'help.q1', answer: 'help.a1' },
  { question: 'help.q2', answer: 'help.a2' },
  { question: 'help.q3', answer: 'help.a3' },
  { question: 'help.q4', answer: 'help.a4' },
] as const;

/** What is known about a vote, and to whom (ADR 5). */
const KEPT = ['help.keepVote', 'help.keepLive', 'help.keepName', 'help.keepServer'] as const;

/** `/help`: contact form, email support, questions and answers, what is kept about votes; open to everyone. */
export default function HelpPage() {
  const { user } = useSession();
  const operator = useServerConfig()?.operator;
  usePageTitle(t('help.title'));
  return (
    <div className={styles.root}>
      <header className={styles.top}>
        <Logo />
        <ThemeSwitch />
        <ButtonLink to={user ? '/home' : '/login'} state={user ? null : { mode: 'login' }} variant="line" size="s">
          {t(user ? 'help.backToApp' : 'auth.login')}
        </ButtonLink>
      </header>
      <main className={styles.main}>
        <div className={styles.intro}>
          <h1>{t('help.title')}</h1>
          <p>{t('help.lede')}</p>
        </div>
        <div className={styles.columns}>
          <section className={styles.slip}>
            <h2>{t('help.contact')}</h2>
            <p className="muted">{t('help.contactText')}</p>
            <ContactForm />
          </section>
          <div className={styles.side}>
            <section>
              <h2>{t('help.faq')}</h2>
              {QUESTIONS.map(({ question, answer }, index) => (
                <details key={question}>
                  <summary>
                    <Tally count={index + 1} className={styles.tally} />
                    <span>{t(question)}</span>
                    <Icon name="plus" size="s" />
                  </summary>
                  <p>{t(answer)}</p>
                </details>
              ))}
            </section>
            <section id="what-we-keep" className={styles.kept}>
              <h2>{t('help.keep')}</h2>
              <ul>
                {KEPT.map((text) => (
                  <li key={text}>{t(text)}</li>
                ))}
              </ul>
            </section>
            <section>
              <h2>{t('help.support')}</h2>
              <p>{t('help.supportText')}</p>
              {operator?.email && (
                <p>
                  <a className="link" href={`mailto:${operator.email}`}>
                    {operator.email}
                  </a>
                </p>
              )}
              <p className="muted">{t('help.supportHours')}</p>
            </section>
            {(operator?.social.length ?? 0) > 0 && (
              <section className={styles.follow}>
                <h2>{t('help.follow')}</h2>
                <p>{t('help.followText')}</p>
                <SocialLinks />
              </section>
            )}
          </div>
        </div>
      </main>
      <footer className={`foot ${styles.foot}`}>
        <div className={styles.wrap}>
          <FooterLinks />
          <div className={styles.word} aria-hidden="true">
            <Wordmark />
          </div>
        </div>
      </footer>
    </div>
  );
}
