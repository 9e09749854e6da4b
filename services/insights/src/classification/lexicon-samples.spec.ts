import { describe, expect, it } from '@jest/globals';
import type { Classification } from './classification.js';
import { LexiconClassifier } from './lexicon-classifier.js';

const lexicon = new LexiconClassifier();
const labels = (question: string, options: string[] = ['A', 'B']): Promise<Classification> =>
  lexicon.classify({ question, options });

type Sample = [
  question: string,
  options: string[],
  topics: string[],
  mood: Classification['mood'],
  context: Classification['context'],
  seasonality: Classification['seasonality'],
];

const SAMPLES: Record<string, Sample[]> = {
  English: [
    [
      'Night train or early flight for a trip to Lisbon?',
      ['Night train', 'Early flight'],
      ['trains', 'flights', 'travel', 'lisbon'],
      null,
      'travel',
      null,
    ],
    ['Train or plane?', ['Train', 'Plane'], ['trains', 'flights'], null, 'travel', null],
    ['Should the voting age be lowered to 16?', ['Yes', 'No'], ['elections'], null, 'politics', null],
    ['Is remote work here to stay?', ['Yes', 'No'], ['remote work'], null, 'work', null],
    [
      'Four-day week: would you take a pay cut for it?',
      ['Yes', 'No'],
      ['four day week', 'pay cut'],
      null,
      'work',
      null,
    ],
    ['Does pineapple belong on pizza?', ['Yes', 'Never'], ['pineapple', 'pizza'], null, 'food', null],
    [
      'Which Christmas movie is the best?',
      ['Die Hard', 'Elf'],
      ['christmas', 'movies'],
      null,
      'entertainment',
      'holidays',
    ],
    [
      'Do you remember your first mobile phone from the 90s?',
      ['Nokia', 'Motorola'],
      ['phones', 'nokia', 'motorola'],
      'nostalgic',
      'technology',
      null,
    ],
    [
      'Why is everything in this airport so overpriced and awful?',
      ['Greed', 'Costs'],
      ['airports', 'greed'],
      'critical',
      'travel',
      null,
    ],
    [
      'What do you hope for your children’s future?',
      ['Peace', 'Health'],
      ['children', 'health', 'peace'],
      'hopeful',
      'family',
      null,
    ],
    [
      'Best #ClimateAction for our city? #BikeLanes',
      ['Bike lanes', 'More trees'],
      ['climate change', 'bike lanes', 'cities'],
      null,
      'community',
      null,
    ],
    [
      'What will you be for Halloween?',
      ['A ghost', 'A pirate'],
      ['halloween', 'ghost', 'pirate'],
      null,
      null,
      'halloween',
    ],
    [
      'What is your new year resolution?',
      ['Exercise more', 'Save money'],
      ['new year', 'resolutions'],
      'hopeful',
      'health',
      'new year',
    ],
  ],
  Spanish: [
    ['¿Tren nocturno o avión?', ['Tren', 'Avión'], ['trains', 'flights'], null, 'travel', null],
    [
      '¿La tortilla de patatas, con o sin cebolla?',
      ['Con cebolla', 'Sin cebolla'],
      ['tortilla', 'onions'],
      null,
      'food',
      null,
    ],
    ['¿Quién ganará el Mundial?', ['España', 'Brasil'], ['world cup'], null, 'sport', null],
    ['¿Vuelta al cole: feliz o triste?', ['Feliz', 'Triste'], ['back to school'], null, null, 'back to school'],
  ],
  French: [
    ['Train ou avion pour les vacances ?', ['Train', 'Avion'], ['trains', 'flights', 'vacation'], null, 'travel', null],
    ['Pain au chocolat ou chocolatine ?', ['Pain au chocolat', 'Chocolatine'], ['pastries'], 'playful', 'food', null],
    ['Faut-il interdire les voitures en ville ?', ['Oui', 'Non'], ['cars', 'cities'], null, 'politics', null],
    ['Combien de fois par semaine faites-vous du sport ?', ['1', '2'], ['sport'], 'curious', 'sport', null],
  ],
  German: [
    ['Zug oder Flugzeug?', ['Zug', 'Flugzeug'], ['trains', 'flights'], null, 'travel', null],
    [
      'Braucht Deutschland ein Tempolimit auf Autobahnen?',
      ['Ja', 'Nein'],
      ['speed limits', 'deutschland', 'autobahnen'],
      null,
      'politics',
      null,
    ],
    ['Ist Homeoffice besser als Büro?', ['Ja', 'Nein'], ['remote work', 'office'], null, 'work', null],
    ['Wie oft geht ihr ins Kino?', ['Nie', 'Oft'], ['movies'], 'curious', 'entertainment', null],
  ],
  Portuguese: [
    ['Trem ou avião?', ['Trem', 'Avião'], ['trains', 'flights'], null, 'travel', null],
    [
      'Qual é a melhor sobremesa de Natal?',
      ['Rabanada', 'Panetone'],
      ['dessert', 'christmas'],
      null,
      'food',
      'holidays',
    ],
    [
      'Você prefere praia ou montanha no verão?',
      ['Praia', 'Montanha'],
      ['beaches', 'mountains'],
      null,
      'travel',
      'summer',
    ],
  ],
  'Arabic, Hindi and Japanese': [
    ['هل تفضل القطار أم الطائرة؟', ['القطار', 'الطائرة'], ['trains', 'flights'], null, 'travel', null],
    ['क्या आपको चाय पसंद है या कॉफी?', ['चाय', 'कॉफी'], ['tea', 'coffee'], null, 'food', null],
    ['犬派ですか、猫派ですか？', ['犬', '猫'], ['dogs', 'cats'], null, 'nature', null],
    [
      '今年の夏休みの旅行は電車？それとも飛行機？',
      ['電車', '飛行機'],
      ['vacation', 'travel', 'trains', 'flights'],
      null,
      'travel',
      'summer',
    ],
  ],
};

describe.each(Object.entries(SAMPLES))('a poll in %s', (_language, samples) => {
  it.each(samples)('%s', async (question, options, topics, mood, context, seasonality) => {
    const { language: _, ...about } = await labels(question, options);
    expect(about).toEqual({ topics, mood, context, seasonality, classifier: 'lexicon' });
  });
});

describe('the language of a poll', () => {
  it.each([
    ['en', 'Would you rather take the night train or an early flight?', ['Train', 'Flight']],
    ['en', 'Is remote work here to stay?', ['Yes', 'No']],
    ['en', 'Which café is the best in town?', ['Zoë’s', 'The Corner']],
    ['en', 'What does 犬 mean in Japanese?', ['Dog', 'Cat']],
    ['de', 'Trinkt ihr lieber Tee oder Kaffee?', ['Tee', 'Kaffee']],
    ['de', 'Was war das Beste in dieser Woche?', ['Jede Woche', 'Nichts']],
    ['es', '¿Café por la mañana?', ['Sí', 'No']],
    ['es', '¿Cuál es el mejor libro de este año?', ['El primero', 'El segundo']],
    ['fr', 'Combien de fois par semaine faites-vous du sport ?', ['1', '2']],
    ['pt', 'Você prefere praia ou montanha no verão?', ['Praia', 'Montanha']],
    ['it', 'Qual è il piatto migliore della cucina italiana?', ['Pizza', 'Risotto']],
    ['nl', 'Welke dag past het best bij jullie?', ['Maandag', 'Dinsdag']],
    ['sv', 'Vilken är den bästa årstiden?', ['Våren', 'Hösten']],
    ['pl', 'Czy wolisz kawę czy herbatę?', ['Kawę', 'Herbatę']],
    ['tr', 'Sizin için en iyi mevsim hangisi?', ['Yaz', 'Kış']],
    ['ru', 'Какой чай вы любите?', ['Чёрный', 'Зелёный']],
    ['uk', 'Чай чи кава, і чому?', ['Чай', 'Кава']],
    ['ar', 'هل تفضل القطار أم الطائرة؟', ['القطار', 'TGV']],
    ['fa', 'شما چای دوست دارید یا قهوه؟', ['چای', 'قهوه']],
    ['hi', 'क्या आपको चाय पसंद है या कॉफी?', ['चाय', 'कॉफी']],
    ['ja', '犬派ですか、猫派ですか？', ['犬', '猫']],
    ['ja', '今年の夏休みの旅行は電車？それとも飛行機？', ['電車', '飛行機']],
    ['zh', '你喜欢茶还是咖啡？', ['茶', '咖啡']],
    ['ko', '커피와 차 중 무엇을 좋아하세요?', ['커피', '차']],
    ['el', 'Τσάι ή καφές;', ['Τσάι', 'Καφές']],
    ['th', 'ชาหรือกาแฟ?', ['ชา', 'กาแฟ']],
    ['he', 'תה או קפה?', ['תה', 'קפה']],
  ])('is %s: %s', async (language, question, options) => {
    expect((await labels(question, options)).language).toBe(language);
  });

  it.each([
    ['no word is of a single language', 'Tea vs coffee', ['Tea', 'Coffee']],
    ['a single word speaks for it', 'Les Misérables or Cats?', ['Les Misérables', 'Cats']],
    ['there are no words', '👍 / 👎', ['1', '2']],
    ['options are in many scripts', 'How do you say hello?', ['こんにちは', '안녕하세요', 'Привет', 'مرحبا']],
    ['options are in another script', '你会说日语吗？', ['はい', 'いいえ']],
    ['letters are foreign to it', 'Is this the best city in Poland?', ['Kraków', 'Łódź']],
    ['Han could be of two languages', '東京 大阪', ['東京', '大阪']],
    ['it could be Bulgarian', 'Чай или кафе?', ['Чай', 'Кафе']],
    ['it is Bulgarian', 'Кой е най-добрият чай и защо го харесвате?', ['Черен', 'Зелен']],
    ['it is Kazakh', 'Шай ма, әлде кофе ме?', ['Шай', 'Кофе']],
    ['it could be Kazakh', 'Сіз шай ішесіз бе?', ['Иә', 'Жоқ']],
    ['it is Belarusian', 'Вы любіце чай ці каву?', ['Чай', 'Кава']],
    ['it is Marathi', 'चहा की कॉफी?', ['चहा', 'कॉफी']],
    ['it is a longer Marathi question', 'तुम्हाला चहा आवडतो की कॉफी आणि का?', ['चहा', 'कॉफी']],
    ['it is Urdu', 'چائے یا کافی؟', ['چائے', 'کافی']],
    ['it is a longer Urdu question', 'آپ کو چائے پسند ہے یا کافی؟', ['چائے', 'کافی']],
    ['it is Norwegian', 'Hva liker du best, kaffe eller te?', ['Kaffe', 'Te']],
    ['it is Danish', 'Hvad vil du helst?', ['Kaffe', 'Te']],
    ['it is a longer Danish question', 'Skal vi gå i biografen eller på restaurant med en ven?', ['A', 'B']],
    ['it is Danish or Swedish', 'Har du en hund eller en kat?', ['Hund', 'Kat']],
    ['it is Slovak', 'Kedy a kde sa stretneme?', ['Dnes', 'Zajtra']],
    ['it is Romanian', 'Care e mai bun?', ['Ceai', 'Cafea']],
    ['it is Vietnamese', 'Bạn thích cà phê hay trà?', ['Cà phê', 'Trà']],
    ['it is Estonian', 'Kas tu eelistad teed või kohvi?', ['Teed', 'Kohvi']],
    ['it is Croatian', 'Mislite li da je to u redu?', ['Da', 'Ne']],
    ['it is Catalan', 'Quin és el millor?', ['El primer', 'El segon']],
    ['it is a longer Catalan question', 'Quin és el millor llibre de la biblioteca?', ['A', 'B']],
    ['it is Afrikaans', 'Wat is die beste, koffie of tee?', ['Koffie', 'Tee']],
  ])('is unknown where %s', async (_why, question, options) => {
    expect((await labels(question, options)).language).toBeNull();
  });
});

describe('a topic', () => {
  it('is the same in every language', async () => {
    const coffee = [
      'Coffee in the morning?',
      '¿Café por la mañana?',
      'Du café le matin ?',
      'Kaffee am Morgen?',
      'Café de manhã?',
      'هل تحب القهوة؟',
      'क्या आपको कॉफी पसंद है?',
      'コーヒーは好きですか？',
    ];
    for (const question of coffee) expect((await labels(question)).topics).toContain('coffee');
  });

  it.each([
    ['a verb of the same spelling', 'How often do you train?', 'trains'],
    ['a phrase that means something else', 'On est en train de perdre ?', 'trains'],
    ['a false friend of another language', 'Does it cause you pain?', 'bread'],
    ['part of a longer word', 'Is carpentry training expensive?', 'cars'],
    ['a lower-case German verb', 'Wollt ihr heute essen oder arbeiten?', 'food'],
    ['a word inside an address', 'See https://pizza.example.org/train or ask me@coffee.example', 'pizza'],
  ])('is not found in %s', async (_what, question, topic) => {
    expect((await labels(question)).topics).not.toContain(topic);
  });

  it.each([
    'A or B?',
    'Pick one',
    'Which one is better?',
    'How many?',
    '1 or 2 or 3?',
    'WHY???',
    '¿Sí o no?',
    'Ja oder nein?',
    'Oui ou non ?',
    'Sim ou não?',
    'नहीं',
    '…',
    '👍 or 👎',
  ])('is not made of "%s"', async (question) => {
    expect((await labels(question, ['Yes', 'No', '1', 'B'])).topics).toEqual([]);
  });

  it('comes from a hashtag in any script, as separate words', async () => {
    expect(
      (await labels('#ElectionNight2024 predictions for #ヨーロッパ, #новости and #Straßenbahn_Tram')).topics,
    ).toEqual(['election night 2024', 'ヨーロッパ', 'новости', 'straßenbahn tram', 'public transport']);
  });

  it('does not depend on accents or capitals', async () => {
    expect((await labels('¿tren o avion?', ['tren', 'avion'])).topics).toEqual(['trains', 'flights']);
    expect((await labels('TRAINS OR PLANES?', ['TRAINS', 'PLANES'])).topics).toEqual(['trains', 'flights']);
    expect((await labels('Voce prefere onibus ou metro?'.normalize('NFD'))).topics).toContain('public transport');
  });
});
