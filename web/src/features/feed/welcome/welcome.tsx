import { useEffect, useState } from 'react';
import type { User } from '@inkling/contracts';
import { Icon } from '../../../components/ui/icon';
import { register, t } from '../../../lib/i18n';
import { welcome } from '../../../lib/i18n/en/welcome';
import { useSession } from '../../../lib/session';
import { endWelcome, saveWelcomeStep, welcomeStep } from '../../../lib/welcome';
import { useOffers, type Offer } from './offers';
import type { StepProps } from './step-head';
import { PeopleStep, PollStep, TopicsStep } from './steps';
import { WelcomeWait } from './welcome-wait';
import styles from './welcome.module.css';

register({ welcome });

const Step = ({ offer, ...rest }: StepProps & { offer: Offer }) => {
  if (offer.kind === 'topics') return <TopicsStep topics={offer.topics} {...rest} />;
  if (offer.kind === 'people') return <PeopleStep people={offer.people} {...rest} />;
  return <PollStep pollId={offer.pollId} {...rest} />;
};

function Steps({ user }: { user: User }) {
  const [began] = useState(() => welcomeStep(user.id));
  const [step, setStep] = useState(began);
  const { data: offers, isPending } = useOffers(user, (began ?? 0) > 0);
  const offer = step === null ? undefined : offers?.[step];
  // A server with nothing to offer yet may have something tomorrow.
  const needless = offers === null || (offers !== undefined && step !== null && step > 0 && !offer);
  useEffect(() => {
    if (needless) endWelcome();
  }, [needless]);
  if (step === null) return null;
  if (isPending) return <WelcomeWait />;
  if (!offers || !offer) return null;

  const finish = () => {
    endWelcome();
    setStep(null);
    // The button that had the focus is gone.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const next = () => {
    if (step + 1 === offers.length) return finish();
    saveWelcomeStep(user.id, step + 1);
    setStep(step + 1);
  };
  return (
    <section className={styles.root} data-ink="citron" aria-label={t('welcome.label')}>
      <button type="button" className="icon-btn" aria-label={t('welcome.dismiss')} onClick={finish}>
        <Icon name="close" />
      </button>
      <Step
        key={offer.kind}
        offer={offer}
        place={{ index: step, count: offers.length, moved: step !== began }}
        onDone={next}
      />
    </section>
  );
}

/** Introduces a new user: topics, people, one poll. Each step can be skipped, and all of it dismissed for good. */
export default function Welcome() {
  const { user } = useSession();
  return user && <Steps key={user.id} user={user} />;
}
