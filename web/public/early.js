// Asks for a page's first data while its code is still on the way; lib/early.ts hands the answers on. It repeats what
// lib/api.ts sends.
(function () {
  var user = null;
  try {
    user = JSON.parse(localStorage.getItem('inkling_user'));
  } catch (_) {
    // Storage can be closed to us; the application then asks by itself.
  }
  var path = location.pathname;
  // The page file holds the outline of what will be there; which one is right, if any, is known here
  // (src/styles/first.css).
  var inside =
    /^\/(home|search|create|poll|notifications|profile|settings)(\/|$)/.test(path) && user && user.hasCompletedProfile;
  document.documentElement.dataset.first =
    path === '/' ? 'splash' : path === '/login' ? 'login' : inside ? 'shell' : '';
  var early = (window.inklingEarly = {});
  var headers = { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' };
  if (user && user.id) headers['x-user-id'] = String(user.id);

  function ask(api) {
    var stop = new AbortController();
    var answer = fetch(api + (api.indexOf('?') < 0 ? '?' : '&') + '_t=' + Date.now(), {
      credentials: 'include',
      headers: headers,
      signal: stop.signal,
    });
    // Nobody may ask for it.
    answer.catch(function () {});
    early[api] = { at: Date.now(), answer: answer, stop: stop };
    return answer;
  }

  // Letters beyond Latin have font files of their own; one that comes after the cards would wrap their lines anew.
  function fetchFonts(poll) {
    var texts = [poll.question]
      .concat(
        poll.options.map(function (option) {
          return option.text;
        }),
        poll.user ? poll.user.name : [],
      )
      .join('');
    // Latin letters among them would fetch the Latin part of every family, and the third one is for Arabic alone.
    var letters = texts.replace(/[\x00-\x7f]/g, '');
    var arabic = letters.replace(/[^\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/g, '');
    [
      ['600 22px "Familjen Grotesk Variable"', letters],
      ['500 16px "Onest Variable"', letters],
      ['500 16px "Vazirmatn Variable"', arabic],
    ].forEach(function (font) {
      if (font[1]) document.fonts.load(font[0], font[1]).catch(function () {});
    });
  }

  // The first pictures and letters of a feed, which otherwise wait for its cards.
  function showFirst(answer) {
    if (!answer.ok) return;
    answer
      .clone()
      .json()
      .then(function (body) {
        (body.polls || [body]).slice(0, 2).forEach(function (poll) {
          fetchFonts(poll);
          if (poll.mediaInfo && poll.mediaInfo.kind === 'image') new Image().src = poll.media;
        });
      })
      .catch(function () {});
  }

  // lib/storage.ts, maybeSignedIn
  if (user || /(?:^|; )inkling_session_hint=[^;]/.test(document.cookie)) void ask('/api/auth/me');
  if (path === '/login') void ask('/api/config');
  if (!user) return;
  var poll = /^\/poll\/([1-9]\d{0,15})$/.exec(path);
  if (poll) ask('/api/polls/' + poll[1]).then(showFirst, function () {});
  if (path === '/home' || path === '/') {
    ask('/api/polls?limit=10&page=1').then(showFirst, function () {});
    void ask('/api/users/featured');
  }
})();
