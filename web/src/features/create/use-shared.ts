import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../../lib/i18n';
import { templateOf, type PollTemplate } from '../../lib/poll-template';
import { emptyDraft, hasContent, type PollDraft } from './poll-draft';
import { sharedOf, takeSharedFile } from './shared-poll';
import './strings';

interface Begin {
  /** The form's initial draft. */
  draft: PollDraft;
  /** The kept draft that was replaced by what was shared; null when there was none, or both fit together. */
  replaced: PollDraft | null;
  /** Text was shared. */
  shared: boolean;
}

/** The form's initial draft: a template, the kept draft or an empty one, with the shared text as its question. */
function beginWith(question: string, template: PollTemplate | null, kept: PollDraft | null): Begin {
  if (template)
    return { draft: { ...emptyDraft(), ...template }, replaced: kept && hasContent(kept) ? kept : null, shared: false };
  if (question === '') return { draft: kept ?? emptyDraft(), replaced: null, shared: false };
  if (kept?.question.trim() === '') return { draft: { ...kept, question }, replaced: null, shared: true };
  return { draft: { ...emptyDraft(), question }, replaced: kept && hasContent(kept) ? kept : null, shared: true };
}

/**
 * Starts the form with what another application shared, as the address says.
 * @param kept the draft that was left here
 * @param choose takes the shared file; `setProblem` says why there is none
 */
export function useShared(
  kept: PollDraft | null,
  choose: (file: File) => void,
  setProblem: (text: string) => void,
): Begin {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const [shared] = useState(() => sharedOf(search));
  const [template] = useState(() => templateOf(state));
  const [begin] = useState(() => beginWith(shared?.question ?? '', template, kept));
  const taken = useRef(false);

  useEffect(() => {
    if (!(shared ?? template) || taken.current) return;
    taken.current = true;
    // A reload must not put the shared text over what has been written since.
    void navigate('/create', { replace: true });
    if (!shared) return;
    if (shared.file === 'large') setProblem(t('create.mediaLarge'));
    else if (shared.file === 'missed') setProblem(t('create.sharedMissed'));
    else if (shared.file === 'here')
      void takeSharedFile().then((file) => (file ? choose(file) : setProblem(t('create.sharedMissed'))));
  }, [shared, template, navigate, choose, setProblem]);

  return begin;
}
