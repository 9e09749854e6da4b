import type { SentPoll, SentPollPage, User } from '@inkling/contracts';
import { isInShell } from '../app/shell/places';
import { FIRST_POLL_PAGE } from '../features/polls/cache/query-keys';
import type { EarlyAnswers } from '../lib/api/early';
import { headersOf, pathOf, withParameter, type PathInput } from '../lib/api/request-head';
import * as routes from '../lib/api/routes';
import type { Route } from '../lib/api/routes';
import { hasSessionHint, storedUser } from '../lib/storage';

/** Polls whose pictures and letters are fetched ahead of their cards. */
const SHOWN_FIRST = 2;

/** The outline in the page file that fits the address and who was here last (src/styles/first.css); '' for none. */
function outlineOf(path: string, user: User | null): 'splash' | 'login' | 'shell' | '' {
  if (path === '/') return 'splash';
  if (path === '/login') return 'login';
  return user?.hasCompletedProfile && isInShell(path) ? 'shell' : '';
}

/** Fonts for letters beyond Latin are files of their own: arriving after the cards, they would wrap the lines again. */
function fetchFonts({ question, options, user }: SentPoll): void {
  const text = [question, ...options.map((option) => option.text), user?.name ?? ''].join('');
  // Latin letters would fetch the Latin part of every family, and the third family is for Arabic alone.
  const letters = text.replaceAll(/[\x00-\x7f]/g, '');
  const arabic = letters.replaceAll(/[^\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/g, '');
  for (const [font, sample] of [
    ['600 22px "Familjen Grotesk Variable"', letters],
    ['500 16px "Onest Variable"', letters],
    ['500 16px "Vazirmatn Variable"', arabic],
  ] as const)
    if (sample) document.fonts.load(font, sample).catch(() => undefined);
}

async function fetchFirst(answer: Response): Promise<void> {
  if (!answer.ok) return;
  const body = (await answer.clone().json()) as SentPoll | SentPollPage;
  for (const poll of ('polls' in body ? body.polls : [body]).slice(0, SHOWN_FIRST)) {
    fetchFonts(poll);
    if (poll.media && poll.sensitive == null && poll.mediaInfo?.kind === 'image') new Image().src = poll.media;
  }
}

/**
 * Chooses the outline to show, and requests the page's first data while the application's code is still on its way;
 * lib/api/early.ts hands the answers on.
 */
export function beginEarly(): void {
  const user = storedUser();
  const path = location.pathname;
  document.documentElement.dataset.first = outlineOf(path, user);
  const answers: EarlyAnswers = (window.inklingEarly = {});

  const request = (route: Route, input?: PathInput): Promise<Response> => {
    const stop = new AbortController();
    const target = pathOf(route, input);
    const answer = fetch(withParameter(target, '_t', Date.now()), {
      credentials: 'include',
      headers: headersOf('GET', user?.id),
      signal: stop.signal,
    });
    // The page may never take the answer.
    answer.catch(() => undefined);
    answers[target] = { sentAt: Date.now(), answer, stop };
    return answer;
  };
  const requestPolls = (route: Route, input: PathInput) =>
    request(route, input)
      .then(fetchFirst)
      .catch(() => undefined);

  if (user || hasSessionHint()) void request(routes.me);
  if (path === '/login') void request(routes.config);
  if (!user) return;
  const id = /^\/poll\/([1-9]\d{0,15})$/.exec(path)?.[1];
  if (id) void requestPolls(routes.poll, { params: { id } });
  if (path === '/home' || path === '/') {
    void requestPolls(routes.feed, { query: FIRST_POLL_PAGE });
    void request(routes.featured);
  }
}
