import type { LanguageWords } from './language-words.js';

export const fr: LanguageWords = {
  stop: `
    le, la, les, l, un, une, des, du, de, d, et, ou, mais, si, non, oui, au, aux, à, en, dans, avec, pour, par, sans,
    sur, entre, que, qu, qui, quoi, quel, quelle, quels, quelles, quand, où, comment, pourquoi, combien, est, sont,
    était, être, a, ont, avez, avoir, faut, faudrait, doit, devrait, devrions, peut, pouvez, je, j, tu, il, elle, nous,
    vous, ils, elles, on, mon, ma, mes, ton, ta, tes, son, sa, ses, notre, nos, votre, vos, leur, leurs, me, te, se, ce,
    cet, cette, ces, c, n, s, m, t, ne, pas, plus, moins, mieux, meilleur, meilleure, pire, très, beaucoup, peu, tout,
    tous, toute, toutes, rien, jamais, toujours, peut être, aussi, déjà, encore, aujourd hui, demain, hier, préféré,
    préférée, préférez, préfères, aimez, aimes, pensez, penses, voulez
  `,
  contexts: {
    food: `
      nourriture, dîner, déjeuner, petit déjeuner, manger, cuisiner, cuisine, café, thé, gâteau, fromage, pain,
      baguette, chocolat, pain au chocolat, chocolatine, glace, restaurant, recette, dessert, vin, bière, viande, fruit,
      ananas, crêpe, repas, raclette, végétarien
    `,
    sport: `
      sport, foot, football, basket, match, coupe du monde, ligue, joueur, équipe, entraîneur, marathon, course à pied,
      natation, salle de sport, jeux olympiques, tour de france, cyclisme, ballon d or, gardien
    `,
    travel: `
      voyage, voyager, voyages, avion, plage, destination, tourisme, touriste, aéroport, valise, croisière, étranger,
      camping, passeport, vacances
    `,
    technology: `
      technologie, téléphone, portable, ordinateur, programmation, intelligence artificielle, voiture électrique,
      réseaux sociaux, mot de passe, application, vie privée, écran, numérique, logiciel
    `,
    politics: `
      élection, élections, gouvernement, président, ministre, parlement, sénat, impôt, impôts, loi, politique,
      démocratie, référendum, maire, immigration, guerre, voter, interdire, retraites, assemblée nationale
    `,
    health: `
      santé, médecin, hôpital, dormir, sommeil, régime, exercice, santé mentale, méditation, thérapie, stress, vaccin,
      médicament, anxiété, dépression, fumer, tabac, alcool, maladie, cancer
    `,
    work: `
      travail, travailler, emploi, bureau, patron, salaire, télétravail, réunion, collègue, entreprise, carrière,
      entretien, semaine de quatre jours, métier, chômage, heures supplémentaires
    `,
    study: `
      étudier, études, école, lycée, collège, université, examen, bac, devoirs, étudiant, professeur, prof, cours,
      apprendre, éducation, mathématiques, maths, bibliothèque, bourse, cantine
    `,
    family: `
      famille, enfant, enfants, parent, parents, mère, père, maman, papa, bébé, grand mère, grand père, grands parents,
      frère, sœur, soeur, mariage, mari, épouse, belle mère, fils, fille
    `,
    community: `
      communauté, voisin, voisins, voisine, quartier, bénévole, bénévolat, village, notre ville, mairie, piste cyclable,
      pistes cyclables, transports en commun, don, association, place du marché
    `,
    entertainment: `
      film, cinéma, série, séries, musique, chanson, album, groupe, concert, livre, roman, jeu, jeux, jeu vidéo, acteur,
      actrice, chanteur, chanteuse, théâtre, comédie, télé, télévision, festival, bande dessinée
    `,
    nature: `
      nature, animal, animaux, chien, chiens, chat, chats, arbre, forêt, climat, changement climatique, environnement,
      jardin, océan, mer, rivière, montagne, oiseau, plante, recyclage, recycler, pollution, plastique, fleur, planète
    `,
    'everyday life': `
      maison, appartement, douche, lessive, ménage, vêtement, courses, week end, réveil, canapé, lit, supermarché,
      routine, vaisselle, meuble, chaussure, matin, grasse matinée
    `,
  },
  seasons: {
    spring: 'printemps, pâques',
    summer: 'été, cet été, canicule, grandes vacances',
    autumn: 'automne',
    winter: 'hiver, neige, ski, skier',
    'new year': 'nouvel an, nouvelle année, saint sylvestre, bonnes résolutions, réveillon du nouvel an',
    holidays: 'noël, père noël, fêtes de fin d année, sapin, réveillon',
    'back to school': 'rentrée, rentrée scolaire, fournitures scolaires',
    halloween: 'des bonbons ou un sort, citrouille',
  },
  moods: {
    playful: `
      drôle, rigolo, rigolote, blague, marrant, super pouvoir, zombie, déguisement, bête, mème, ananas sur la pizza,
      chocolatine, plaisir coupable
    `,
    nostalgic: `
      souvenez, souviens, souvenir, souvenirs, enfance, nostalgie, nostalgique, quand vous étiez, quand tu étais,
      années 80, années 90, à l époque, rétro, votre premier, votre première, ton premier, ta première, autrefois
    `,
    critical: `
      déteste, détestez, pire, surcoté, surcotée, énervant, inutile, scandale, corruption, corrompu, horrible, injuste,
      honte, ridicule, échec, trop cher
    `,
    serious: `
      guerre, crise, changement climatique, mort, avortement, pauvreté, violence, racisme, nucléaire, cancer,
      santé mentale, inflation, droits de l homme, chômage, justice, référendum, élections, gouvernement, sécurité
    `,
    hopeful: `
      espoir, espérer, espérez, rêve, rêves, avenir, améliorer, optimiste, souhait, souhaitez, objectif,
      bonnes résolutions, un monde meilleur, paix
    `,
    curious: `
      pourquoi, comment, avez vous déjà, as tu déjà, que se passerait, saviez vous, curieux, mystère, je me demande,
      combien de fois
    `,
  },
};
