import type { LanguageWords } from './language-words.js';

const only = (stop: string): LanguageWords => ({ stop, contexts: {}, seasons: {}, moods: {} });

/** Languages with stop words only, so that their texts are not mistaken for another language. */
export const others = {
  it: only(
    `
      il, lo, la, i, gli, le, un, una, uno, e, o, ma, se, di, del, della, dei, delle, a, al, alla, ai, da, dal, in, nel,
      nella, con, su, per, tra, fra, che, chi, cosa, quale, quali, quando, dove, come, perché, quanto, è, sono, siete,
      era, essere, ha, hai, avete, hanno, dovrebbe, può, io, tu, lui, lei, noi, voi, loro, mio, tuo, suo, vostro,
      vostra, nostro, questo, questa, più, meno, meglio, migliore, preferite, preferisci, non, sì, no, molto, mai,
      sempre, forse, qual, vi, ti, mi, si
    `,
  ),
  nl: only(
    `
      de, het, een, en, of, maar, als, van, in, op, aan, voor, met, naar, bij, uit, over, door, om, te, tot, is, zijn,
      was, waren, ben, bent, heeft, hebben, heb, hebt, kan, kunnen, moet, moeten, zou, zouden, mag, wordt, worden, ik,
      jij, je, hij, zij, ze, wij, we, jullie, mijn, jouw, uw, u, ons, onze, hun, dit, dat, deze, die, wie, wat, welke,
      welk, waar, wanneer, waarom, hoe, niet, geen, ja, nee, meer, minder, beter, beste, mooist, mooiste, liever, nooit,
      altijd, misschien, er
    `,
  ),
  sv: only(
    `
      och, eller, men, att, det, den, de, en, ett, i, på, av, för, med, till, från, om, är, var, vara, har, hade, kan,
      ska, skulle, bör, måste, jag, du, han, hon, vi, ni, dem, min, din, vår, er, vem, vad, vilken, vilket, vilka, när,
      var, varför, hur, inte, ingen, ja, nej, mer, mindre, bättre, bäst, bästa, aldrig, alltid, kanske
    `,
  ),
  pl: only(
    `
      i, lub, czy, ale, że, nie, tak, na, w, z, ze, do, od, po, dla, przez, o, u, jest, są, być, był, była, ma, mają,
      może, można, powinien, powinna, powinno, ja, ty, on, ona, my, wy, oni, mój, twój, wasz, wasza, ten, ta, to, te,
      kto, co, jaki, jaka, jakie, który, która, które, kiedy, gdzie, dlaczego, jak, ile, bardziej, lepiej, lepszy,
      lepsza, najlepszy, najlepsza, wolicie, wolisz, nigdy, zawsze, się
    `,
  ),
  tr: only(
    `
      ve, veya, ya, mı, mi, mu, mü, misiniz, musunuz, bir, bu, şu, ne, kim, hangi, hangisi, nerede, zaman, neden, nasıl,
      kaç, için, ile, de, da, daha, en, iyi, çok, var, yok, evet, hayır, ben, sen, siz, biz, onlar, sizin, bizim, benim,
      olmalı, olur, değil
    `,
  ),
};
