import type { DemoPoll } from './polls.mts';

export const polls: DemoPoll[] = [
  {
    question: 'Biscoito ou bolacha?',
    options: ['Biscoito', 'Bolacha', 'Depende do formato'],
    lean: [7, 7, 3],
    open: true,
    comments: [
      'No Rio é biscoito e pronto.',
      'Em Portugal temos as duas e vivemos em paz.',
      'Bolacha é o que a gente come; biscoito é o que está escrito no pacote.',
    ],
  },
  {
    question: 'Onde ver o jogo de domingo?',
    options: ['No estádio', 'No bar com os amigos', 'Em casa, sem ninguém falando', 'Não vejo futebol'],
    lean: [5, 7, 5, 3],
    days: 4,
    scene: 'match',
    alt: 'Um campo de futebol visto de cima, com a bola no centro.',
    comments: [
      'No bar, porque o gol do vizinho sempre chega antes.',
      'Estádio, faça chuva ou faça sol.',
      'Em casa e com o celular desligado.',
    ],
  },
  {
    question: 'O melhor pastel de nata está em Lisboa?',
    options: ['Sim, em Belém', 'Sim, mas noutra pastelaria', 'No Porto', 'Na cozinha da minha avó'],
    lean: [4, 6, 4, 7],
    comments: ['A avó ganha sempre estas sondagens.', 'Há uma em Alvalade que não digo o nome para não criar fila.'],
  },
  {
    question: 'Feijão por cima ou por baixo do arroz?',
    options: ['Por cima', 'Por baixo', 'Ao lado'],
    lean: [10, 2, 6],
    open: true,
    scene: 'table',
    alt: 'Uma tigela fumegante sobre uma mesa, com um prato e talheres ao lado.',
    comments: [
      'Ao lado, senão perde a graça de misturar.',
      'Por baixo é crime em pelo menos três estados.',
      'Por cima, com farofa.',
    ],
  },
  {
    question: 'Deveríamos ter praças sem carros no centro histórico?',
    options: ['Sim, o ano todo', 'Só aos fins de semana', 'Não'],
    lean: [9, 5, 3],
    days: 22,
    comments: [
      'A minha rua ficou outra desde que tiraram os carros.',
      'E quem entrega as compras a quem tem oitenta anos?',
      'Fins de semana, para começar.',
    ],
  },
  {
    question: 'Qual é a trilha sonora de uma viagem longa?',
    options: ['Samba e MPB', 'Fado', 'Podcast', 'Silêncio'],
    lean: [8, 3, 6, 4],
    days: 16,
    scene: 'music',
    alt: 'Um disco de vinil ao lado de barras de som de várias alturas.',
    comments: ['MPB até a serra, silêncio na descida.', 'Fado a atravessar o Alentejo ao fim da tarde. Experimentem.'],
  },
  {
    question: 'Você responde mensagem de trabalho depois das 20h?',
    options: ['Sempre', 'Só se for urgente', 'Nunca'],
    lean: [2, 9, 6],
    days: 8,
    comments: ['Se fosse urgente, teriam ligado.', 'Nunca, e ninguém morreu até hoje.'],
  },
];
