import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCH_MAX, SearchResults } from '@inkling/contracts';
import { Search } from '../search.spec-support.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());

describe('polls are found', () => {
  const TRAIN = 'Night train or early flight?';
  const CAFE = 'Which café in Kraków or Łódź has the best crème brûlée?';
  const RIVER = 'Das größte Straßenfest Münchens?';
  beforeAll(async () => {
    await search.poll(TRAIN, { options: ['Night train', 'Early flight'], topics: ['travel', 'night trains'] });
    await search.poll(CAFE, { options: ['Café Ænima', 'Smørrebrød bar'] });
    await search.poll(RIVER);
    await search.settled();
  });

  it.each([
    'night',
    'Night train',
    'train night',
    'nig tr',
    'NIGHT',
    'night-train',
    'night t',
    '  early   FLIGHT?? ',
    'ni',
    'tr fl',
    'night trian',
    'nihgt',
    'erly flight',
    'nigght',
    'nigh trin',
  ])('by "%s"', async (q) => expect(await search.polls(q)).toEqual([TRAIN]));

  it.each([
    'cafe',
    'café',
    'CAFÉ',
    'krakow',
    'Kraków lodz',
    'creme brulee',
    'crème brûlee',
    'ænima',
    'aenima',
    'smorrebrod',
    'smørre',
  ])('whatever the accents: "%s"', async (q) => {
    expect(await search.polls(q)).toEqual([CAFE]);
  });

  it.each(['strasse', 'Straßenfest', 'strassenfest', 'grosste', 'MÜNCHENS', 'munch'])(
    'with letters that have no plain form: "%s"',
    async (q) => expect(await search.polls(q)).toEqual([RIVER]),
  );

  it('only if all words are in question, options or topics', async () => {
    expect(await search.polls('night boat')).toEqual([]);
    expect(await search.polls('travel flight')).toEqual([TRAIN]);
  });

  it('with the total of votes and nothing per option', async () => {
    const pollId = await search.poll('Unicorn or narwhal?', { votes: 7 });
    await search.settled();
    const found = SearchResults.parse(await search.find('narwhal'));
    expect(found).toEqual({ users: [], polls: [{ id: pollId, question: 'Unicorn or narwhal?', votesCount: 7 }] });
    expect(Object.keys((await search.find('narwhal')).polls[0]!).toSorted()).toEqual(['id', 'question', 'votesCount']);
  });
});

describe('languages', () => {
  it.each([
    ['好きな朝ごはんは何ですか?', ['朝ごはん', '朝ご', '好き', 'ごはんは何']],
    ['您最喜欢的城市是哪里?', ['喜欢', '城市', '最喜欢的城市']],
    ['กรุงเทพหรือเชียงใหม่ดีกว่ากัน', ['เชียงใหม่', 'กรุงเทพ']],
    ['어디로 여행 갈까요?', ['여행', '어디']],
    ['Какой чай лучше: чёрный или зелёный?', ['черный', 'чёрный', 'ЗЕЛЕНЫЙ', 'чрный']],
    ['أيُّ مدينةٍ أجمل؟', ['مدينة', 'اجمل', 'أجمل']],
    ['מה עדיף, יָם או הרים?', ['ים', 'הרים']],
    ['Ποιος καφές είναι καλύτερος;', ['καφες', 'ΚΑΦΕΣ', 'καλυτεροσ']],
    ['सबसे अच्छी चाय कौन सी है?', ['चाय', 'अच्छी']],
    ['Phở hay bún chả Hà Nội?', ['pho', 'bun cha', 'ha noi']],
    ["Don't you love Hawaiʻi?", ['dont', "don't", 'don’t', 'hawaii']],
    ['ＦＵＬＬ width ｶﾞｰﾃﾞﾝ?', ['full', 'ガーデン']],
    ['iPhoneを買うべき?', ['iphone', '買う', 'iphoneを買う']],
    ['Pizza 🍕 or sushi 🍣 tonight?', ['🍕 sushi', '🍣 tonight']],
  ])('%s', async (question, queries) => {
    await search.poll(question);
    await search.settled();
    for (const q of queries) expect([q, await search.polls(q)]).toEqual([q, [question]]);
  });

  it('does not find characters that are only adjacent elsewhere', async () => {
    expect(await search.polls('朝何')).toEqual([]);
  });
});

describe('ranking of polls', () => {
  it('goes by question, beginning, phrase, words, unfinished last word, beginnings of words, options', async () => {
    const ranked = [
      'Blue whale',
      'Blue whale or red panda?',
      'Is a blue whale loud?',
      'Whale sharks: blue or grey?',
      'Blue whalebone?',
      'One blue whalebone?',
      'Bluebirds or whales?',
      'Which animal is best?',
    ];
    for (const [index, question] of ranked.entries())
      await search.poll(question, {
        votes: 1 + index * 1_000,
        ...(index === ranked.length - 1 ? { options: ['Blue whale', 'Mouse'] } : {}),
      });
    await search.settled();
    expect(await search.polls('blue whale')).toEqual(ranked);
  });

  it('prefers more votes, and the newer of two polls with as many', async () => {
    await search.poll('Zebra stripes one?', { createdAt: '2026-11-01T10:00:00.000Z' });
    await search.poll('Zebra stripes two?', { createdAt: '2026-11-20T10:00:00.000Z' });
    await search.poll('Zebra stripes three?', { createdAt: '2026-11-01T10:00:00.000Z', votes: 500 });
    await search.settled();
    expect(await search.polls('zebra stripes')).toEqual([
      'Zebra stripes three?',
      'Zebra stripes two?',
      'Zebra stripes one?',
    ]);
  });

  it('lists at most twenty polls, and corrected words never rank above typed ones', async () => {
    for (let n = 0; n < 30; n += 1) await search.poll(`Lighthouse number ${n}?`);
    await search.poll('Moose?');
    await search.poll('Mouse?', { votes: 900 });
    await search.settled();
    expect(await search.polls('lighthouse')).toHaveLength(20);
    expect((await search.polls('moose')).slice(0, 2)).toEqual(['Moose?', 'Mouse?']);
  });
});

describe('users', () => {
  beforeAll(async () => {
    await search.user('ada', 'Countess L.');
    await search.user('adam', 'Adam Smith');
    await search.user('adalovelace', 'Ada Lovelace');
    await search.user('noor.haddad', 'Noor Haddad');
    await search.user('josé', 'José Núñez');
    await search.user('jose', 'Another One');
    await search.user(null, 'Ada Unfinished');
    await search.user('ada_halfway', 'Ada Halfway', { complete: false });
    await search.user('grace', 'Ada-Grace Hopper');
    await search.user('山田太郎', 'Yamada');
    await search.settled();
  });

  it('are found by exact username first, then by its beginning, then by name', async () => {
    expect(await search.users('ada')).toEqual(['ada', 'adam', 'adalovelace', 'grace']);
    expect(await search.users('ADA')).toEqual(['ada', 'adam', 'adalovelace', 'grace']);
    expect(await search.users('adalo')).toEqual(['adalovelace']);
  });

  it.each([
    ['noor', ['noor.haddad']],
    ['hadad', ['noor.haddad']],
    ['noorhaddad', ['noor.haddad']],
    ['noor.haddad', ['noor.haddad']],
    ['noorhadad', ['noor.haddad']],
    ['smith adam', ['adam']],
    ['nunez', ['josé']],
    ['josé', ['josé', 'jose']],
    ['jose', ['jose', 'josé']],
    ['太郎', ['山田太郎']],
  ])('by "%s"', async (q, usernames) => expect(await search.users(q)).toEqual(usernames));

  it('with an incomplete profile are not found', async () => {
    expect(await search.users('unfinished')).toEqual([]);
    expect(await search.users('halfway')).toEqual([]);
  });

  it('are the only results with @, and polls with the topic the only results with #', async () => {
    await search.poll('Is Ada Lovelace the first programmer?', { topics: ['ada lovelace'] });
    await search.settled();
    expect(await search.find('@adalo')).toMatchObject({ users: [{ username: 'adalovelace' }], polls: [] });
    expect(await search.find('#adalovelace')).toMatchObject({
      users: [],
      polls: [{ question: 'Is Ada Lovelace the first programmer?' }],
    });
    expect(await search.find('ada lovelace')).toMatchObject({
      users: [{ username: 'adalovelace' }],
      polls: [{ question: 'Is Ada Lovelace the first programmer?' }],
    });
  });

  it('do not prevent a mistyped word from finding polls', async () => {
    for (let n = 0; n < 6; n += 1) await search.user(`bokon${n}`, `Boko Nr${n}`);
    await search.poll('Tofu or bokkon?');
    await search.settled();
    const found = await search.find('bokon');
    expect(found.polls).toMatchObject([{ question: 'Tofu or bokkon?' }]);
    expect(found.users).toHaveLength(6);
  });

  it('are at most ten', async () => {
    for (let n = 0; n < 14; n += 1) await search.user(`crowd${n}`, 'One of Many');
    await search.settled();
    expect(await search.users('crowd')).toHaveLength(10);
    expect(await search.users('many')).toHaveLength(10);
  });
});

describe('any text can be searched', () => {
  const HOSTILE = [
    "'",
    "''",
    '"',
    '\\',
    '\\\\',
    "\\'",
    "a'b",
    'a & b',
    'a | !b',
    '!!',
    '<->',
    'a <2> b',
    'a:*',
    ':*',
    '(((',
    ')',
    'a\\:b',
    '%%',
    '__',
    '%_%',
    '$1',
    '@@',
    '@',
    '##',
    '#!',
    '@#',
    "'; drop table words; --",
    '😀😀',
    '👨‍👩‍👧‍👦',
    '‮abc',
    'مرحبا ‏',
    '٪٪',
    'ａ＇ｂ',
    'ŉŉ',
    'ʼʼ',
    '\ud800x',
    'x\udc00',
    '½ ⅓',
    '1️⃣ 2️⃣',
    'a'.repeat(SEARCH_MAX),
    'a '.repeat(SEARCH_MAX / 2),
    '漢'.repeat(SEARCH_MAX),
    '🍕'.repeat(SEARCH_MAX / 2),
    'ﷺ'.repeat(5),
    '\u0301\u0301',
    'NULL',
    '{}',
    '[]',
    '._-',
    '--',
    '@._',
    '\t\t',
  ];
  it.each(HOSTILE)('%j', async (q) => {
    const answer = await search.find(q).catch((error: { code: string }) => error.code);
    // The contract refuses texts that are shorter than two characters after trimming.
    if (q.trim().length < 2) expect(answer).toBe('invalid-request');
    else expect(SearchResults.safeParse(answer).success).toBe(true);
  });

  it('with any letter of Unicode', async () => {
    const letters = Array.from({ length: 0x3_0000 }, (_, code) =>
      code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
    ).filter((letter) => /[\p{L}\p{N}\p{M}\p{S}\p{P}]/u.test(letter) && letter.codePointAt(0)! < 0x3400);
    for (let start = 0; start < letters.length; start += 2_000) {
      const question = letters.slice(start, start + 300).join('');
      await search.poll(question);
    }
    await search.settled();
    for (let start = 0; start < letters.length; start += 397)
      expect(SearchResults.safeParse(await search.find(letters.slice(start, start + 16).join(' x'))).success).toBe(
        true,
      );
  });
});
