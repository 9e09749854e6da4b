import type { DemoPoll } from './polls.mts';

/**
 * Short either-or questions, for communities larger than the written polls can fill: how a language asks, and ten
 * things that can be asked about.
 */
const QUICK: Record<string, [ask: (one: string, other: string) => string, things: string]> = {
  en: [
    (one, other) => `Quick one: ${one} or ${other}?`,
    'sunrise, sunset, libraries, street food, long walks, board games, thunderstorms, tiny concerts, old maps, ' +
      'snow days',
  ],
  es: [
    (one, other) => `Rápido: ¿${one} o ${other}?`,
    'churros, arepas, playa en invierno, trenes lentos, cine de barrio, novela negra, fútbol sala, mercadillos, ' +
      'karaoke, lluvia de verano',
  ],
  fr: [
    (one, other) => `Vite fait : ${one} ou ${other} ?`,
    'crêpes, galettes, brocante, ciné en plein air, randonnée, pétanque, bandes dessinées, vinyles, soupe, pique-nique',
  ],
  de: [
    (one, other) => `Ganz schnell: ${one} oder ${other}?`,
    'Freibad, Badesee, Flohmarkt, Kinoabend, Wandern, Brettspiele, Hörbücher, Straßenbahn, Kirschkuchen, Zelten',
  ],
  pt: [
    (one, other) => `Rapidinho: ${one} ou ${other}?`,
    'açaí, brigadeiro, praia cedo, cinema à tarde, forró, feira de rua, trilha, café coado, dominó, chuva na janela',
  ],
  ar: [
    (one, other) => `سؤال سريع: ${one} أم ${other}؟`,
    'البحر, الجبل, الشعر, الرواية, الفلافل, الشاورما, كرة القدم, الشطرنج, المطر, السهر',
  ],
  hi: [
    (one, other) => `झटपट बताइए: ${one} या ${other}?`,
    'आम, लीची, पतंग, शतरंज, पुराने गाने, नई फ़िल्में, जलेबी, गुलाब जामुन, सुबह की सैर, रात की बातें',
  ],
  ja: [
    (one, other) => `どっちが好き？${one}と${other}`,
    '温泉, キャンプ, うどん, そば, 漫画, 小説, 早起き, 夜ふかし, 商店街, 喫茶店',
  ],
};

/** @returns every pair of a language's things, once */
export function quickPolls(language: string): DemoPoll[] {
  const [ask, list] = QUICK[language]!;
  const things = list.split(', ');
  return things.flatMap((one, at) =>
    things.slice(at + 1).map((other) => ({
      question: ask(one, other),
      options: [one, other],
      lean: [1 + (one.length % 5), 1 + (other.length % 5)],
      comments: [],
    })),
  );
}
