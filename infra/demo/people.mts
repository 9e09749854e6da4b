import { dice } from './random.mts';

export interface DemoPerson {
  name: string;
  username: string;
  email: string;
  /** What they ask and comment in. */
  languages: string[];
  /** The name is written so. */
  rightToLeft: boolean;
  /** From 0. */
  index: number;
  /** Of the portrait: form of the hair, index of skin and of hair colour, `beard` or `glasses`. Default: by chance. */
  look?: string;
}

// Every six in a row speak most of the languages, so that a small community is mixed as well.
const KNOWN: [handle: string, name: string, username: string, languages: string, look: string][] = [
  ['amara', 'Amara Okafor', 'amara.okafor', 'en', 'curls 5 0'],
  ['salma', 'سلمى بن يوسف', 'salma_b', 'ar fr', 'scarf 2 0'],
  ['mateo', 'Mateo Herrera', 'mateoh', 'es en', 'short 3 0 beard'],
  ['sakura', '田中さくら', 'さくら_t', 'ja en', 'long 0 0'],
  ['lea', 'Léa Fontaine', 'lea.fontaine', 'fr en', 'bun 0 2 glasses'],
  ['jonas', 'Jonas Weber', 'jonas_w', 'de en', 'short 0 3'],
  ['ananya', 'Ananya Iyer', 'ananya.iyer', 'hi en', 'long 3 0'],
  ['bia', 'Beatriz Carvalho', 'bia.carvalho', 'pt es', 'curls 3 1'],
  ['adi', 'עדי לוי', 'adi_levi', 'en ar', 'long 1 1 glasses'],
  ['kwame', 'Kwame Mensah', 'kwame', 'en fr', 'none 5 0 beard'],
  ['yash', 'यश वर्धन', 'yash_v', 'hi en', 'short 3 0 glasses'],
  ['katharina', 'Katharina Brandt', 'kathi_b', 'de', 'bun 0 3'],
  ['lucia', 'Lucía Fernández', 'lucia_f', 'es en', 'long 1 1'],
  ['farhad', 'فرهاد رستمی', 'farhad_r', 'de en', 'short 2 4 beard'],
  ['ken', '佐藤健', 'ken.sato', 'ja', 'short 1 0'],
  ['rui', 'Rui Almeida', 'rui.almeida', 'pt en', 'none 1 1 beard'],
  ['omar', 'عمر الحسيني', 'عمر_ح', 'ar en', 'short 2 0'],
  ['camille', 'Camille Dubois', 'camille.db', 'fr', 'curls 1 2 glasses'],
  ['ingrid', 'Ingrid Solheim', 'ingrid_s', 'en de', 'bun 0 4'],
  ['valentina', 'Valentina Rojas', 'vale.rojas', 'es pt', 'long 2 0'],
  ['hana', 'Hana Yoshida', 'hana.y', 'ja en', 'bun 1 0'],
  ['tiago', 'Tiago Moreira', 'tiagomoreira', 'pt', 'short 4 0'],
  ['meera', 'मीरा जोशी', 'meera_j', 'hi en', 'long 2 4 glasses'],
  ['layla', 'ليلى منصور', 'layla.mansour', 'ar fr', 'scarf 3 0 glasses'],
];

// Those who come after them: a given and a family name of the same language.
const NAMES: Record<string, [given: string, family: string]> = {
  en: ['Grace Siobhán Emeka Tom Priya Malik Zoe Dafydd', 'Byrne Nwosu Clarke Campbell Osei Evans Taylor Singh'],
  es: [
    'Camila Diego Inés Joaquín Sofía Andrés Marina Pablo',
    'Vargas Castillo Navarro Quiroga Ibáñez Salas Molina Peña',
  ],
  fr: [
    'Chloé Antoine Aminata Hugo Manon Youssef Élise Bastien',
    'Moreau Lefèvre Diallo Girard Rousseau Benali Marchand Perrin',
  ],
  de: ['Lena Emre Johanna Felix Mira Till Annika Moritz', 'Schäfer Yılmaz Krüger Vogel Albrecht Böhm Seidel Lorenz'],
  pt: [
    'Inês Rafael Larissa Duarte Juliana Vasco Marta Caio',
    'Ribeiro Nogueira Pires Barbosa Teixeira Campos Figueira Lopes',
  ],
  ar: ['نور يوسف مريم خالد هدى سامي رنا طارق', 'حداد المصري الخطيب شاهين عطية القاسم بركات زيدان'],
  hi: ['आरव दिया कबीर सान्या रोहन इशिता विवेक नेहा', 'शर्मा पटेल मेहता सिंह नायर गुप्ता राव देसाई'],
  ja: ['陽菜 蓮 結衣 大翔 美咲 悠真 葵 拓海', '鈴木 高橋 渡辺 伊藤 山本 中村 小林 加藤'],
};
const FAMILY_FIRST = new Set(['ja']);
const RIGHT_TO_LEFT = /^[\u0590-\u08ff]/;

/** As many different names as there are. */
export const PEOPLE_MAX = KNOWN.length + Object.keys(NAMES).length * 64;

/**
 * The first `count` people, always the same ones.
 * @param count up to PEOPLE_MAX
 */
export function people(count: number): DemoPerson[] {
  const known = KNOWN.map(([handle, name, username, languages, look]) => ({
    handle,
    name,
    username,
    languages: languages.split(' '),
    look,
  }));
  const others = count > KNOWN.length ? namesakes() : [];
  return [...known, ...others].slice(0, count).map(({ handle, ...person }, index) => ({
    ...person,
    username: usernameOf(person.username, handle),
    email: `${handle}@inkling-demo.example`,
    rightToLeft: RIGHT_TO_LEFT.test(person.name),
    index,
  }));
}

/**
 * What a username may hold of `wanted`: plain letters without accents. A name in another script has the handle
 * instead.
 */
function usernameOf(wanted: string, handle: string) {
  const plain = wanted.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/ß/g, 'ss');
  return /^[a-z0-9._]{3,30}$/i.test(plain) ? plain : `person_${handle}`;
}

/** Every combination of given and family names, the languages taking turns. */
function namesakes() {
  const byLanguage = Object.entries(NAMES).map(([language, [given, family]]) => {
    const pairs = given.split(' ').flatMap((first) => family.split(' ').map((last) => [first, last] as const));
    return dice('names', language)
      .shuffled(pairs)
      .map(([first, last], number) => ({
        handle: `${language}${number + 1}`,
        name: FAMILY_FIRST.has(language) ? `${last}${first}` : `${first} ${last}`,
        username: `${first}_${last}`.toLowerCase(),
        languages: [language],
      }));
  });
  return byLanguage[0]!.flatMap((_, number) => byLanguage.map((list) => list[number]!));
}
