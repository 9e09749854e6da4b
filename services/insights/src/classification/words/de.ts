import type { LanguageWords } from './language-words.js';

export const de: LanguageWords = {
  stop: `
    der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, und, oder, aber, wenn, ob, von, vom, zu, zum,
    zur, in, im, an, am, auf, aus, bei, beim, mit, nach, für, über, unter, ohne, um, bis, durch, gegen, ist, sind, war,
    waren, sein, bist, hat, habt, haben, hast, hatte, wird, werden, wollt, wollen, will, kann, könnte, können, sollte,
    sollten, soll, muss, müssen, darf, ich, du, er, sie, es, wir, ihr, mich, dich, uns, euch, ihnen, mein, meine, dein,
    deine, seine, ihre, ihren, euer, eure, eurer, eurem, euren, unser, unsere, unserer, dies, diese, dieser, dieses,
    diesen, jede, jeder, jedes, was, wer, wen, wem, welche, welcher, welches, welchen, wann, wo, wie, warum, wieso,
    weshalb, wohin, woher, wieviel, nicht, kein, keine, ja, nein, vielleicht, nie, niemals, immer, mehr, weniger,
    besser, beste, bester, bestes, besten, schlechter, schlimmste, sehr, viel, viele, alle, alles, nichts, auch, schon,
    noch, nur, lieber, gern, gerne, liebsten, lieblings, heute, morgen, gestern, sich, man, mal, so, als, dass, denn,
    eigentlich, meinung, frage, findet, findest, meint, meinst, mögt, magst, gibt
  `,
  contexts: {
    food: `
      essen, abendessen, mittagessen, frühstück, kochen, kaffee, tee, kuchen, käse, brot, brötchen, schokolade, eis,
      restaurant, rezept, nachtisch, wein, bier, fleisch, obst, ananas, bratwurst, currywurst, döner, kartoffel,
      kartoffelsalat, vegetarisch, spargel, pommes, grillen, schnitzel
    `,
    sport: `
      sport, fußball, fussball, handball, bundesliga, weltmeisterschaft, wm, em, europameisterschaft, trainer, torwart,
      spieler, mannschaft, verein, marathon, laufen, joggen, schwimmen, fitnessstudio, olympia, radrennen,
      champions league, nationalmannschaft
    `,
    travel: `
      reise, reisen, urlaub, flug, fliegen, flugzeug, zug, nachtzug, strand, reiseziel, tourismus, tourist, flughafen,
      koffer, kreuzfahrt, ausland, camping, bahn, deutsche bahn, reisepass, ferienwohnung, meer, berg, berge
    `,
    technology: `
      technik, technologie, handy, computer, rechner, programmieren, programmiersprache, programmiersprachen,
      künstliche intelligenz, ki, elektroauto, e auto, soziale medien, passwort, datenschutz, bildschirm,
      digitalisierung, roboter, smartwatch
    `,
    politics: `
      wahl, wahlen, bundestag, bundestagswahl, regierung, kanzler, bundeskanzler, präsident, minister, steuer, gesetz,
      politik, politiker, demokratie, volksentscheid, bürgermeister, migration, krieg, verbieten, verbot, tempolimit,
      bürgergeld, mindestlohn, wehrpflicht, partei
    `,
    health: `
      gesundheit, gesund, arzt, ärztin, krankenhaus, schlaf, schlafen, diät, psychische gesundheit, meditation,
      therapie, stress, impfung, medizin, angst, depression, rauchen, alkohol, krankheit, krebs, ernährung
    `,
    work: `
      arbeit, arbeiten, job, büro, chef, chefin, gehalt, lohn, homeoffice, besprechung, meeting, kollege, kollegin,
      kollegen, firma, unternehmen, karriere, bewerbung, vier tage woche, viertagewoche, feierabend, überstunden, beruf,
      rente
    `,
    study: `
      studium, studieren, schule, uni, universität, prüfung, klausur, hausaufgabe, hausaufgaben, student, studenten,
      lehrer, lehrerin, unterricht, kurs, lernen, bildung, mathe, mathematik, bibliothek, abitur, noten
    `,
    family: `
      familie, kind, kinder, eltern, mutter, vater, mama, papa, baby, oma, opa, großeltern, bruder, schwester,
      geschwister, hochzeit, ehe, ehemann, ehefrau, schwiegermutter, sohn, tochter
    `,
    community: `
      gemeinschaft, gemeinde, nachbar, nachbarn, nachbarschaft, ehrenamt, freiwillige, dorf, unsere stadt, rathaus,
      radweg, radwege, öpnv, nahverkehr, spielplatz, spende, spenden, stadtteil, marktplatz
    `,
    entertainment: `
      film, filme, kino, serie, serien, musik, lied, album, band, konzert, buch, bücher, roman, spiel, spiele,
      videospiel, brettspiel, schauspieler, schauspielerin, sänger, sängerin, theater, komödie, fernsehen, tatort,
      festival
    `,
    nature: `
      natur, tier, tiere, hund, hunde, katze, katzen, baum, bäume, wald, klima, klimawandel, umwelt, garten, meer,
      fluss, berg, berge, vogel, vögel, pflanze, haustier, recycling, verschmutzung, plastik, blume, wandern, bienen,
      wetter
    `,
    'everyday life': `
      alltag, haushalt, wohnung, haus, dusche, duschen, wäsche, putzen, kleidung, einkaufen, wochenende, wecker, sofa,
      bett, supermarkt, abwasch, spülmaschine, möbel, schuhe, frühaufsteher, mülltrennung
    `,
  },
  seasons: {
    spring: 'frühling, frühjahr, ostern',
    summer: 'sommer, sommerurlaub, sommerferien, hitzewelle, freibad',
    autumn: 'herbst',
    winter: 'winter, schnee, skifahren, skiurlaub, ski',
    'new year': 'silvester, neujahr, neues jahr, vorsätze, neujahrsvorsätze',
    holidays: `
      weihnachten, weihnachtsmarkt, weihnachtsbaum, heiligabend, adventskalender, advent, glühwein, plätzchen, wichteln
    `,
    'back to school': 'schulanfang, einschulung, schulstart, schultüte',
    halloween: 'süßes oder saures, kürbis schnitzen',
  },
  moods: {
    playful: `
      lustig, witzig, witz, spaß, quatsch, superkraft, zombie, zombies, einhorn, verkleidung, kostüm, albern,
      ananas auf pizza, drachen
    `,
    nostalgic: `
      erinnert, erinnerst, erinnerung, kindheit, nostalgie, nostalgisch, früher, damals, 80er, 90er, achtziger,
      neunziger, als kind, retro, vermisst, dein erstes, euer erstes, dein erster, euer erster, eure erste
    `,
    critical: `
      hasse, hasst, nervt, nervig, überbewertet, nutzlos, skandal, korruption, korrupt, schrecklich, furchtbar,
      ungerecht, schlimmste, peinlich, lächerlich, versagt, zu teuer, unsinn
    `,
    serious: `
      krieg, krise, klimawandel, tod, abtreibung, armut, gewalt, rassismus, atomkraft, krebs, psychische gesundheit,
      inflation, menschenrechte, arbeitslosigkeit, gerechtigkeit, volksentscheid, bundestagswahl, regierung, sicherheit,
      wehrpflicht
    `,
    hopeful: `
      hoffnung, hoffen, hofft, traum, träume, zukunft, verbessern, optimistisch, wunsch, wünscht, ziel, ziele, vorsätze,
      bessere welt, frieden, freut
    `,
    curious: `
      warum, wieso, wie oft, habt ihr schon, hast du schon, schon mal, was wäre wenn, was passiert, wusstet, neugierig,
      rätsel, frage mich, wie viele
    `,
  },
};
