import { folded, wordsOf } from './vocabulary.js';

/** Answers such as "yes", which are not worth looking up, in all supported languages. */
const ANSWERS = [
  `
    yes, no, yep, nope, maybe, maybe later, never, always, often, sometimes, rarely, daily, weekly, both, neither,
    either, none, none of these, all of them, all of the above, other, others, something else, depends, it depends,
    not sure, no idea, no opinion, agree, disagree, true, false, skip, later, now, someday, absolutely, definitely,
    of course, not at all, don t know, don t care
  `,
  `
    ja, nein, vielleicht, nie, niemals, immer, oft, manchmal, selten, täglich, wöchentlich, beides, beide, weder noch,
    keins, keines, keine, alle, alles, andere, anderes, etwas anderes, kommt darauf an, kommt drauf an, weiß nicht,
    weiss nicht, keine ahnung, keine meinung, egal, später, auf jeden fall, auf keinen fall, stimmt, stimmt nicht,
    enthaltung, dafür, dagegen
  `,
  `
    sí, quizás, quizá, tal vez, nunca, siempre, a veces, ambos, ambas, los dos, las dos, ninguno, ninguna,
    ninguno de los dos, todos, otro, otra, otros, depende, no sé, ni idea, me da igual, de acuerdo, en desacuerdo,
    feliz, triste
  `,
  `
    oui, non, peut être, jamais, toujours, souvent, parfois, rarement, les deux, aucun, aucune, ni l un ni l autre,
    autre, autres, ça dépend, je ne sais pas, aucune idée, sans opinion, d accord, pas d accord, tous
  `,
  `
    sim, não, talvez, às vezes, sempre, ambos, nenhum, nenhuma, nenhum dos dois, outro, outra, depende, não sei,
    tanto faz, concordo, discordo, todos
  `,
  `
    forse, mai, sempre, a volte, entrambi, nessuno, altro, dipende, non so, misschien, nooit, altijd, soms, allebei,
    geen van beide, anders, hangt ervan af, kanske, aldrig, alltid, ibland, båda, annat, może, nigdy, zawsze, czasem,
    oba, żaden, inne, evet, hayır, belki, asla, bazen, ikisi de, hiçbiri, diğer
  `,
  `
    نعم, لا, ربما, أحيانا, دائما, أبدا, كلاهما, غير ذلك, لا أعرف, हाँ, हां, नहीं, शायद, कभी नहीं, हमेशा, कभी कभी, दोनों,
    अन्य, पता नहीं, はい, いいえ, わからない, どちらでもない, 両方, その他, たまに, いつも, да, нет, может быть, никогда, всегда, иногда, другое,
    не знаю, так, ні, כן, לא, אולי, 예, 아니요, 네, 아니오, 기타, 是, 否, 不知道, 其他
  `,
];
const answers = new Set(
  ANSWERS.join(',')
    .split(',')
    .map((answer) => wordsOf(answer).map(folded).join(' ')),
);

/** Whether a whole option is only an answer, such as "Yes" or "It depends". */
export const isAnswerWord = (text: string): boolean => answers.has(wordsOf(text).map(folded).join(' '));
