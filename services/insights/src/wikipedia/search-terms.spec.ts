import { describe, expect, it } from '@jest/globals';
import { languageOfPoll } from './poll-language.js';
import { searchTerms } from './search-terms.js';

const terms = (question: string, options: string[] = ['Yes', 'No']) => {
  const poll = { question, options };
  return searchTerms(poll, languageOfPoll(poll));
};

describe('search terms', () => {
  it.each([
    [
      'Night train or early flight?',
      ['Night train', 'Early flight'],
      ['Night train', 'early flight', 'train', 'flight'],
    ],
    ['Tea or coffee?', ['Tea', 'Coffee'], ['Tea', 'coffee']],
    ['Should the voting age be lowered to 16?', ['Yes', 'No'], ['voting age', 'voting']],
    ['Nachtzug oder Flugzeug?', ['Nachtzug', 'Flugzeug'], ['Flugzeug', 'Nachtzug']],
    ['¿Tren nocturno o avión?', ['Tren nocturno', 'Avión'], ['Tren', 'avión', 'Tren nocturno']],
    ['犬派ですか、猫派ですか？', ['犬', '猫'], ['犬', '猫']],
    ['هل تفضل القطار أم الطائرة؟', ['القطار', 'الطائرة'], ['قطار', 'طائرة']],
    ['Чай или кофе?', ['Чай', 'Кофе'], ['Чай', 'Кофе']],
    ['Which one?', ['It depends', 'Never', '42', '1 or 2', 'Other'], []],
  ])('for "%s"', async (question, options, wanted) => {
    expect(await terms(question, options)).toEqual(wanted);
  });

  it('contain no addresses, @names, numbers or search operators', async () => {
    const found = await terms('Ask @noor.haddad or noor@haddad.example about https://haddad.example/tea: User:Noor?', [
      '<b>Juice</b> & #Lemonade',
      'Talk:Tea',
      '-intitle:"Coffee" | Milk',
      '[[Water]] {{delete}}',
      '2026',
    ]);
    expect(found.join(' ')).not.toMatch(/haddad|example|2026|[:|"[\]{}<>&#]|(^| )-/i);
    expect(found).toEqual(expect.arrayContaining(['Lemonade']));
  });

  it('fit into one request, with room for the options', async () => {
    const found = await terms('Are trains, planes, ships, cars, bikes, buses, trams and ferries best?', [
      'Tea',
      'Coffee',
      'Milk',
      'Water',
      'Wine',
      'Beer',
    ]);
    expect(found).toHaveLength(8);
    expect(found).toEqual(expect.arrayContaining(['Tea', 'Coffee']));
  });
});

describe('the wiki', () => {
  it.each([
    ['Is this the best way to travel?', 'en'],
    ['Tea vs Coffee', 'en'],
    ['Perro vs gato', 'es'],
    ['Ist das der beste Weg?', 'de'],
    ['Qual è il piatto migliore?', 'it'],
    ['Какой чай вы любите?', 'ru'],
    ['Чай чи кава, і чому?', 'uk'],
    ['スマートフォンはiPhoneかAndroidか？', 'ja'],
    ['你喜欢茶还是咖啡？', 'zh'],
    ['커피와 차 중 무엇을 좋아하세요?', 'ko'],
    ['תה או קפה?', 'he'],
    ['Ποιο είναι το καλύτερο;', 'el'],
    ['What does 犬 mean in Japanese?', 'en'],
    ['???', 'en'],
  ])('of "%s" is %s', (question, wiki) => {
    expect(languageOfPoll({ question, options: ['…', '!'] })).toBe(wiki);
  });
});
