import { folded, wordsOf, type Language } from './vocabulary.js';

/**
 * Nouns, and words that taggers mistake for nouns, that are never topics: times, days, and the usual words of
 * questions. Unlike stop words, they are not used to detect the language.
 */
const FILLERS: Partial<Record<Language, string>> = {
  en: `
    second, seconds, moment, moments, morning, mornings, afternoon, afternoons, evening, evenings, night, nights, noon,
    midnight, midday, decade, decades, century, date, dates, deadline, past, present, future plans, monday, tuesday,
    wednesday, thursday, friday, saturday, sunday, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays,
    sundays, january, february, march, april, may, june, july, august, september, october, november, december, right,
    left, open, closed, close, back, front, top, bottom, middle, end, ends, beginning, start, order, row, line, point,
    points, level, case, cases, fact, facts, sight, hold, stay, keep, move, call, look, chance, turn, use, need, needs,
    help, deal, matter, issue, problem, problems, example, version, versions, topic, topics, subject, theme, list, item,
    items, set, pair, piece, pieces, group, groups, total, rest, difference, result, results, score, rate, cup, cups,
    glass, glasses, plate, slice, bottle, amount, percent, percentage, euro, euros, dollar, dollars, pound, pounds,
    highlight, preference, preferences, decision, decisions, view, views, suggestion, suggestions, advice, feedback,
    comment, comments, vote, votes, man, men, woman, women, boy, girl, folks, member, members, others, user, users,
    self, doing, being, having, getting, going, making, taking, recline, whatever, whichever, anytime, sometimes, none,
    depends, okay, ok, yeah, nope, yep, sure, fine, terms, conditions, edition, round, level, luck, mood, feeling,
    feelings
  `,
  de: `
    sekunde, sekunden, minute, minuten, stunde, stunden, tag, tage, tagen, woche, wochen, wochenende, monat, monate,
    monaten, jahr, jahre, jahren, jahrzehnt, jahrhundert, uhr, zeit, zeiten, moment, momente, augenblick, morgen,
    vormittag, mittag, nachmittag, abend, abends, nacht, nächte, datum, termin, termine, vergangenheit, gegenwart,
    montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonnabend, sonntag, montags, dienstags, mittwochs,
    donnerstags, freitags, samstags, sonntags, januar, februar, märz, april, mai, juni, juli, august, september,
    oktober, november, dezember, recht, thema, themen, frage, fragen, antwort, antworten, umfrage, umfragen, abstimmung,
    option, optionen, auswahl, idee, ideen, sache, sachen, ding, dinge, art, arten, weise, grund, gründe, punkt, punkte,
    beispiel, beispiele, fall, fälle, problem, probleme, vorschlag, vorschläge, tipp, tipps, rat, meinung, meinungen,
    ansicht, entscheidung, entscheidungen, wunsch, wünsche, ergebnis, ergebnisse, unterschied, teil, teile, hälfte,
    rest, ende, anfang, mitte, seite, seiten, reihe, folge, folgen, runde, mal, male, anzahl, zahl, zahlen, menge,
    mengen, prozent, euro, cent, million, millionen, milliarde, milliarden, stück, paar, tasse, tassen, glas, gläser,
    leute, mensch, menschen, person, personen, mann, männer, frau, frauen, jemand, andere, anderen, anderes, mitglied,
    mitglieder, stimme, stimmen, beste, bester, bestes, besten, gute, gutes, schlechte, neues, neue, anderes, schönste,
    schönstes, schlimmste, wichtigste, wichtigsten, meisten, liebsten, nächste, nächsten, nächstes, letzte, letzten,
    erste, ersten, zweite, team, lust, ahnung, spaß, laune, gefühl, glück, ort, platz, stelle
  `,
  es: `
    segundo, segundos, minuto, minutos, hora, horas, día, días, semana, semanas, fin de semana, mes, meses, año, años,
    siglo, vez, veces, momento, tiempo, mañana, tarde, noche, fecha, lunes, martes, miércoles, jueves, viernes, sábado,
    sábados, domingo, domingos, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre,
    noviembre, diciembre, cosa, cosas, tema, temas, pregunta, preguntas, respuesta, encuesta, opción, opciones, idea,
    ideas, opinión, razón, parte, mitad, lado, tipo, forma, manera, gente, persona, personas, cada, ningún, euro, euros
  `,
  fr: `
    seconde, minute, minutes, heure, heures, jour, jours, semaine, semaines, mois, an, ans, année, années, siècle, fois,
    moment, temps, matin, soir, nuit, date, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, janvier, février,
    mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre, chose, choses, sujet, thème,
    question, questions, réponse, sondage, option, options, idée, idées, avis, raison, partie, moitié, côté, type,
    sorte, façon, manière, gens, personne, personnes, chaque, euro, euros
  `,
  pt: `
    segundo, segundos, minuto, minutos, hora, horas, dia, dias, semana, semanas, mês, meses, ano, anos, século, vez,
    vezes, momento, tempo, manhã, tarde, noite, data, segunda, terça, quarta, quinta, sexta, sábado, sábados, domingo,
    domingos, janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro,
    coisa, coisas, tema, assunto, pergunta, perguntas, resposta, enquete, opção, opções, ideia, ideias, opinião, razão,
    parte, metade, lado, tipo, forma, maneira, gente, pessoa, pessoas, cada, toda, todo, euro, euros
  `,
  it: `
    secondo, minuto, minuti, ora, ore, giorno, giorni, settimana, settimane, mese, mesi, anno, anni, volta, volte,
    momento, tempo, mattina, sera, notte, data, lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica, gennaio,
    febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre, cosa, cose, tema,
    domanda, risposta, sondaggio, opzione, idea, opinione, parte, tipo, modo, gente, persona, persone, ogni, euro
  `,
  nl: `
    seconde, minuut, minuten, uur, uren, dag, dagen, week, weken, weekend, maand, maanden, jaar, jaren, eeuw, keer,
    moment, tijd, ochtend, middag, avond, nacht, datum, maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag,
    zondag, januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december, ding,
    dingen, onderwerp, vraag, vragen, antwoord, optie, idee, mening, deel, soort, manier, mensen, persoon, elke, euro
  `,
  sv: `
    sekund, minut, minuter, timme, timmar, dag, dagar, vecka, veckan, veckor, helg, helgen, månad, månader, år, gång,
    gånger, tid, stund, morgon, kväll, natt, datum, måndag, tisdag, onsdag, torsdag, fredag, lördag, söndag, januari,
    februari, mars, april, maj, juni, juli, augusti, september, oktober, november, december, sak, saker, ämne, fråga,
    frågor, svar, alternativ, idé, åsikt, del, sort, sätt, folk, person, personer, varje, kronor, denna, detta, dessa
  `,
  pl: `
    sekunda, minuta, minuty, godzina, godziny, dzień, dni, tydzień, tygodnia, tygodniu, tygodnie, weekend, miesiąc,
    miesiące, miesiącu, rok, lata, roku, raz, razy, czas, chwila, rano, wieczór, noc, data, poniedziałek, wtorek, środa,
    czwartek, piątek, sobota, niedziela, styczeń, luty, marzec, kwiecień, maj, czerwiec, lipiec, sierpień, wrzesień,
    październik, listopad, grudzień, rzecz, rzeczy, temat, pytanie, odpowiedź, ankieta, opcja, pomysł, zdanie, część,
    rodzaj, sposób, ludzie, osoba, osoby, każdy, euro
  `,
  tr: `
    saniye, dakika, saat, gün, günler, hafta, haftalar, hafta sonu, ay, aylar, yıl, yıllar, kez, kere, defa, zaman, an,
    sabah, akşam, gece, tarih, pazartesi, salı, çarşamba, perşembe, cuma, cumartesi, pazar, ocak, şubat, mart, nisan,
    mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık, şey, şeyler, konu, soru, sorular, cevap, anket,
    seçenek, fikir, görüş, parça, tür, şekil, insan, insanlar, kişi, kişiler, her, lira, euro
  `,
};

const setOf = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').flatMap((word) => (word.trim() === '' ? [] : wordsOf(word).map(folded).join(' '))));
const fillers = Object.fromEntries(
  Object.entries(FILLERS).map(([language, list]) => [language, setOf(list)]),
) as Partial<Record<Language, ReadonlySet<string>>>;
const anyFiller: ReadonlySet<string> = new Set(Object.values(fillers).flatMap((words) => [...words]));

/** Whether a folded word or phrase can never be a topic in this language, or in any if the language is unknown. */
export const isFiller = (words: string, language: Language | undefined): boolean =>
  (language ? fillers[language] : anyFiller)?.has(words) ?? false;
