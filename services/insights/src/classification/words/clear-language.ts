import { LANGUAGES, wordsOf } from './vocabulary.js';

/** Scripts that stand for one common language. */
const ONE_LANGUAGE: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
];
const HAN_OR_KANA = /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Everyday Chinese characters that Japanese does not write. */
const CHINESE = /[你您们們吗嗎么麼这這哪]/u;

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const ARABIC = /\p{Script=Arabic}/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;

interface Spelling {
  readonly script: RegExp;
  /** The letters of the language, with those of its usual loanwords. */
  readonly letters: RegExp;
  readonly words: ReadonlySet<string>;
}
/** One-letter words do not count, because options have such names. `vs` and `versus` are of every language. */
const wordSet = (list: string): ReadonlySet<string> =>
  new Set(wordsOf(list).filter((word) => word.length > 1 && word !== 'vs' && word !== 'versus'));
const latin = (language: keyof typeof LANGUAGES, letters: RegExp): Spelling => ({
  script: LATIN,
  letters,
  words: wordSet(LANGUAGES[language].stop),
});

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  en: latin('en', /[a-zàâçèéêëïñôöü]/u),
  es: latin('es', /[a-záéíñóúü]/u),
  fr: latin('fr', /[a-zàâæçèéêëîïôùûüÿœ]/u),
  de: latin('de', /[a-zàäéöüß]/u),
  pt: latin('pt', /[a-zàáâãçéêíóôõúü]/u),
  it: latin('it', /[a-zàèéìîòóù]/u),
  nl: latin('nl', /[a-záèéêëíïóöúü]/u),
  sv: latin('sv', /[a-zàäåéö]/u),
  pl: latin('pl', /[a-zóąćęłńśźż]/u),
  tr: latin('tr', /[a-zâçîöûüğış]/u),
  ru: {
    script: CYRILLIC,
    letters: /[а-яё]/u,
    words: wordSet(`
      что, какой, какая, какое, какие, кто, где, когда, почему, вы, ты, они, это, этот, эта, лучше, лучший, лучшая,
      больше, вас, вам, ваш, ваша, бы, сколько, есть, нет, если, любите, любишь, нравится, предпочитаете, чаще, нужно
    `),
  },
  uk: {
    script: CYRILLIC,
    letters: /[а-щьюяєіїґ]/u,
    words: wordSet(`
      що, чи, який, яка, яке, які, хто, коли, чому, це, цей, або, вас, вам, ваш, ваша, краще, кращий, найкращий,
      більше, скільки, якщо, любите, любиш, подобається, віддаєте, потрібно
    `),
  },
  ar: {
    script: ARABIC,
    letters: /[ء-غف-ي]/u,
    words: wordSet(`
      هل, ما, ماذا, من, في, على, أم, أو, هو, هي, أنت, كيف, لماذا, متى, أين, هذا, هذه, لا, نعم, إلى, عن, مع, التي,
      الذي, أي, كم, تفضل, تحب, أفضل, الأفضل, يجب
    `),
  },
  fa: {
    script: ARABIC,
    letters: /[ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنوهپچژکگی]/u,
    words: wordSet(`
      آیا, را, است, که, چه, کدام, شما, یا, این, آن, می, چرا, کجا, چگونه, چطور, بهتر, بهترین, دوست, دارید, داری, در, از,
      با, برای, نه
    `),
  },
  hi: {
    script: DEVANAGARI,
    letters: /[\u0905-\u0939\u0958-\u095f]/u,
    words: wordSet(`
      क्या, है, हैं, या, आप, आपको, आपका, आपकी, आपके, कौन, कौनसा, में, से, कब, कहाँ, कहां, क्यों, कैसे, किस, नहीं,
      हाँ, यह, और, सबसे, बेहतर, चाहिए, कितने, कितना, करते, पसंद
    `),
  },
};

/**
 * The commonest words of languages that resemble one above, so that their texts are not mistaken for it: Danish and
 * Norwegian, Catalan, Romanian, Croatian, Czech and Slovak, Finnish, Afrikaans, Marathi, and Bulgarian.
 */
const NEIGHBOURS = [
  `og, eller, men, at, det, den, de, en, et, på, av, af, for, med, til, fra, om, er, var, har, kan, skal, vil, jeg, du,
    han, vi, dere, hva, hvad, hvem, hvor, hvilken, ikke, ja, nei, nej, best, bedst, din`,
  'el, els, la, les, que, és, de, del, un, una, en, per, amb, quin, quina, qui, com, més, no, sí, et, us',
  'cel, cea, care, ce, este, sunt, mai, bun, de, la, un, sau, și, nu, da, tu, cu, pe, din, ai, îți, te',
  'je, li, da, to, se, za, na, ne, ili, koji, koja, koje, što, kako, gdje, kada, ste, su, si, ti, do, od',
  'je, to, na, se, sa, co, čo, kdo, kto, kde, kdy, kedy, jak, ako, nebo, alebo, ktorý, který, si, do, za, ste',
  'on, ei, se, te, ne, me, tai, vai, ja, mikä, kumpi, mutta, että, kun, sinun',
  'die, nie, jy, jou, ek, wat, is, vir, of, en, van, in',
  'आहे, आहेत, का, की, तुम्हाला, तुम्ही, आणि, काय, कोण, कोणता, नाही, हे, या, किंवा',
  'какво, кой, коя, кое, кои, къде, кога, защо, вие, ви, ти, се, ще, най, или, повече, нужно, вас, ваш, харесва',
].map(wordSet);

/**
 * The language of a poll, for screen readers and hyphenation, as a BCP 47 primary subtag; null unless it is clear.
 * It is clear where most letters are of a script that stands for one common language. For any other script, the
 * question has two or more different stop words of the language and two more than of any other language, most letters
 * are of its script, and no letter of that script is foreign to the language.
 */
export function clearLanguage(question: string, options: readonly string[]): string | null {
  const text = [question, ...options].join(' ').normalize('NFC').toLowerCase();
  const letters = text.match(/\p{L}/gu) ?? [];
  const mostly = (script: RegExp): boolean =>
    letters.filter((letter) => script.test(letter)).length * 2 > letters.length;

  const only = ONE_LANGUAGE.find(([script]) => mostly(script));
  if (only) return only[1];
  if (mostly(HAN_OR_KANA)) {
    const [japanese, chinese] = [KANA.test(text), CHINESE.test(text)];
    if (japanese === chinese) return null;
    return japanese ? 'ja' : 'zh';
  }

  const asked = [...new Set(wordsOf(question.toLowerCase()))];
  const count = (words: ReadonlySet<string>): number => asked.filter((word) => words.has(word)).length;
  const [best, second] = Object.entries(SPELLINGS)
    .map(([language, spelling]) => ({ language, ...spelling, found: count(spelling.words) }))
    .toSorted((a, b) => b.found - a.found);
  const lead = best!.found - Math.max(second!.found, ...NEIGHBOURS.map(count));
  const foreign = letters.some((letter) => best!.script.test(letter) && !best!.letters.test(letter));
  return lead >= 2 && mostly(best!.script) && !foreign ? best!.language : null;
}
