import type { DemoPoll } from './polls.mts';

export const polls: DemoPoll[] = [
  {
    question: 'Pain au chocolat ou chocolatine ?',
    options: ['Pain au chocolat', 'Chocolatine', 'Peu importe, tant qu’il est chaud'],
    lean: [8, 5, 6],
    open: true,
    comments: [
      'Née à Toulouse, donc la question ne se pose pas.',
      'À Bruxelles on dit couque au chocolat et tout le monde est content.',
      'Chaud, avec deux barres. Le reste est de la littérature.',
    ],
  },
  {
    question: 'Faut-il supprimer les notes à l’école primaire ?',
    options: ['Oui', 'Non', 'Les remplacer par des appréciations'],
    lean: [3, 5, 8],
    days: 30,
    scene: 'books',
    alt: 'Une étagère de livres de hauteurs différentes, l’un penché contre son voisin.',
    comments: [
      'Institutrice depuis vingt ans : les appréciations prennent du temps, mais les parents les lisent vraiment.',
      'Sans notes, mon fils a arrêté d’avoir mal au ventre le lundi.',
      'Une note n’est pas un jugement, c’est un repère.',
    ],
  },
  {
    question: 'Votre fromage pour l’éternité ?',
    options: ['Comté', 'Camembert', 'Roquefort', 'Chèvre frais', 'Reblochon'],
    lean: [9, 4, 4, 4, 3],
    comments: [
      'Comté de 24 mois, et qu’on n’en parle plus.',
      'Vous oubliez le saint-nectaire, c’est un scandale.',
      'Chèvre frais avec un peu de miel, été comme hiver.',
    ],
  },
  {
    question: 'Paris–Marseille : train ou avion ?',
    options: ['Train', 'Avion', 'Covoiturage'],
    lean: [11, 1, 4],
    days: 9,
    scene: 'train',
    alt: 'Un long train aux fenêtres éclairées qui longe des collines sous un ciel de nuit.',
    comments: [
      'Trois heures, un livre, une sieste. Train.',
      'Le train, oui, mais pas à 140 euros.',
      'En covoiturage j’ai rencontré mon associé.',
    ],
  },
  {
    question: 'Le vouvoiement entre collègues, c’est…',
    options: ['Une marque de respect', 'Dépassé', 'Utile avec les clients seulement'],
    lean: [5, 7, 6],
    days: 18,
    comments: ['Je vouvoie mon chef depuis dix ans et on rit beaucoup.', 'Au Québec on se tutoie dès le « bonjour ».'],
  },
  {
    question: 'Quel marché pour le samedi matin ?',
    options: ['Le grand, au centre', 'Le petit, de quartier', 'Directement à la ferme'],
    lean: [3, 8, 5],
    scene: 'garden',
    alt: 'Trois plantes en pot sur un rebord, de tailles différentes.',
    comments: ['Le petit : le maraîcher connaît le prénom de mes enfants.', 'À la ferme, mais il faut une voiture.'],
  },
  {
    question: 'La semaine de quatre jours arrive chez nous. Quel jour libre ?',
    options: ['Lundi', 'Mercredi', 'Vendredi'],
    lean: [3, 6, 8],
    days: 4,
    open: true,
    comments: [
      'Mercredi, pour les enfants et pour couper la semaine.',
      'Vendredi, évidemment.',
      'Lundi : les musées sont vides. Enfin, ceux qui sont ouverts.',
    ],
  },
  {
    question: 'Lisez-vous la fin d’un roman avant de l’acheter ?',
    options: ['Jamais !', 'La dernière phrase seulement', 'Oui, et j’assume'],
    lean: [12, 4, 2],
    comments: ['La dernière phrase, c’est comme goûter la sauce.', 'Qui sont ces gens ?'],
  },
];
