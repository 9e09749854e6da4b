import { describe, expect, it } from '@jest/globals';
import { LexiconClassifier } from './lexicon-classifier.js';

const lexicon = new LexiconClassifier();

/** Everyday questions with their topics; an empty list if a question has no topic that a reader could follow. */
const QUESTIONS: Record<string, [question: string, options: string[], topics: string[]][]> = {
  English: [
    ['Should our library be open right now on Sundays?', ['Yes', 'No'], ['libraries']],
    ['Is it open right after lunch?', ['Right now', 'Later'], ['lunch']],
    ['Which shop should open right here?', ['Open right away', 'Keep closed'], ['shop']],
    ['What was the highlight of your week?', ['Every day', 'Nothing'], []],
    ['Best thing that happened to you lately?', ['Whatever', 'Doing nothing'], []],
    ['How do you feel about Mondays?', ['Fine', 'Not at all'], []],
    ['What time do you get up?', ['Before six', 'After noon'], []],
    ['What is the right way to hang toilet paper?', ['Over', 'Under'], ['toilet paper']],
    ['How many cups of coffee do you drink a day?', ['One', 'Two', 'Three'], ['coffee']],
    ['How long do you stay on hold?', ['Five minutes', 'An hour'], []],
    ['What should be the next topic of our podcast?', ['Trains', 'Elections'], ['podcasts', 'trains', 'elections']],
    ['Should the park stay open late in summer?', ['Yes', 'No'], ['summer']],
    ['Window open or closed at night?', ['Open', 'Closed'], ['window']],
    ['Do you read the terms and conditions?', ['Always', 'Never'], []],
    ['Should I text him back?', ['Right away', 'In a week', 'Never'], []],
    ['Who is right here?', ['She is', 'He is'], []],
    ['#week #Monday #MorningRun', ['Yes', 'No'], ['morning run']],
  ],
  German: [
    ['Was war das Beste in dieser Woche?', ['Jede Woche', 'Nichts'], []],
    ['Wie oft in der Woche kocht ihr?', ['Einmal im Monat', 'Jeden Tag'], []],
    ['Woche für Woche dasselbe?', ['Ja', 'Nein'], []],
    ['Ist eine Woche Urlaub genug?', ['Ja', 'Nein'], ['vacation']],
    ['Wie viele Stunden pro Tag seid ihr am Handy?', ['Eine Stunde', 'Den ganzen Tag'], ['phones']],
    ['Soll die Bibliothek am Sonntag offen sein?', ['Ja', 'Nein'], ['libraries']],
    ['Welcher Tag passt euch?', ['Montag', 'Am Dienstag', 'Samstag Abend'], []],
    ['Wer hat Recht?', ['Sie', 'Er'], []],
    ['Welches Thema soll die nächste Folge haben?', ['Züge', 'Wahlen'], ['trains', 'elections']],
    ['Was ist euch im Leben am Wichtigsten?', ['Familie', 'Gesundheit'], ['leben', 'family', 'health']],
    ['Was nervt euch am Meisten?', ['Sofort', 'Ganz anders'], []],
    ['Was würdet ihr mit einer Million Euro machen?', ['Sparen', 'Ausgeben'], []],
    ['Wie findet ihr die Idee?', ['Gut', 'Schlecht'], []],
    ['Was ist am Osten von Berlin schön?', ['Alles', 'Nichts'], ['osten', 'berlin']],
  ],
  others: [
    ['¿Abrimos la Biblioteca los Domingos?', ['Cada Semana', 'Nunca'], ['libraries']],
    ['¿Qué hiciste esta Semana?', ['Nada', 'Todo'], []],
    ['La Bibliothèque doit-elle ouvrir le Dimanche ?', ['Chaque Semaine', 'Jamais'], ['libraries']],
    ['O que você fez esta Semana?', ['Toda Semana', 'Nunca'], []],
    ['Cosa fai questa Settimana?', ['Sì', 'No'], []],
    ['Wat doe je deze Week?', ['Ja', 'Nee'], []],
    ['Vad gör du denna Vecka?', ['Ja', 'Nej'], []],
    ['Co robisz w tym Tygodniu?', ['Tak', 'Nie'], []],
    ['Bu Hafta ne yapıyorsun?', ['Evet', 'Hayır'], []],
  ],
};

describe.each(Object.entries(QUESTIONS))('the topics of an everyday question in %s', (_language, questions) => {
  it.each(questions)('%s', async (question, options, topics) => {
    expect((await lexicon.classify({ question, options })).topics).toEqual(topics);
  });
});
