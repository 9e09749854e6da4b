import { useRef, useState, type FormEvent } from 'react';
import type { AdminPerson } from '@inkling/contracts';
import { Button } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { useServerConfig } from '../../../../lib/server-config';
import { Panel } from '../../components/panel';
import { DecideForm } from '../../queue/components/decide-form';
import { choicesForPerson } from '../../queue/model/choices';
import { useDecision } from '../../queue/model/use-decision';
import { usePersonActs } from '../api/people';
import styles from './person-act.module.css';

/** An act about a person without a case: warn, silence or suspend. */
function Form({ person, onDone }: { person: AdminPerson; onDone: () => void }) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const decision = useDecision(null);
  const { act } = usePersonActs(person.id);
  const choices = choicesForPerson();
  const chosen = choices.find(({ choice }) => choice === decision.choice);
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        const body = decision.finish();
        if (body) act.mutate(body, { onSuccess: onDone });
      }}
    >
      <DecideForm
        decision={decision}
        choices={choices}
        name={person.name}
        rules={useServerConfig()?.instance?.rules ?? []}
        reasonRef={reason}
      />
      <p className={`fine ${styles.told}`}>{t('adminCase.told', { name: person.name })}</p>
      <Button type="submit" block disabled={act.isPending} aria-busy={act.isPending}>
        {chosen ? t(chosen.label) : t('adminCase.decide')}
      </Button>
    </form>
  );
}

/** What can be decided about a person; after a decision the form begins again. */
export function PersonAct({ person }: { person: AdminPerson }) {
  const [round, setRound] = useState(0);
  return (
    <Panel title={t('adminCase.decide')} ink="coral">
      <Form key={round} person={person} onDone={() => setRound(round + 1)} />
    </Panel>
  );
}
