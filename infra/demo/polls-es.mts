import type { DemoPoll } from './polls.mts';

export const polls: DemoPoll[] = [
  {
    question: '¿Tortilla de patatas con o sin cebolla?',
    options: ['Con cebolla', 'Sin cebolla', 'Me da igual, pero poco cuajada'],
    lean: [9, 4, 5],
    open: true,
    scene: 'table',
    alt: 'Un cuenco humeante sobre una mesa, con un plato y cubiertos al lado.',
    comments: [
      'Con cebolla y no hay más que hablar.',
      'Mi abuela la hacía sin, y nadie se quejó jamás.',
      'Poco cuajada siempre. Lo demás es negociable.',
    ],
  },
  {
    question: '¿A qué hora cenáis entre semana?',
    options: ['Antes de las 20:00', 'Entre las 20:00 y las 21:30', 'Después de las 21:30'],
    lean: [2, 6, 8],
    days: 12,
    comments: [
      'Con los niños, a las ocho en punto.',
      'En verano nunca antes de las diez.',
      'Vivo en Oslo y ceno a las cinco. Ayuda.',
    ],
  },
  {
    question: '¿Debería la ciudad poner más carriles bici aunque se pierdan aparcamientos?',
    options: ['Sí, sin dudarlo', 'Solo en las avenidas', 'No'],
    lean: [8, 5, 4],
    days: 20,
    scene: 'bicycle',
    alt: 'Una bicicleta apoyada frente a una pared con un sol grande detrás.',
    comments: [
      'Desde que hay carril en mi calle voy al trabajo en doce minutos.',
      'Antes arreglad los que ya existen, que tienen más baches que asfalto.',
      '¿Y las furgonetas de reparto dónde paran?',
    ],
  },
  {
    question: '¿Qué plan de domingo gana?',
    options: ['Sobremesa larga en familia', 'Excursión al monte', 'Sofá y película', 'Mercadillo y vermut'],
    lean: [6, 4, 4, 6],
    comments: ['La sobremesa que empieza con café y acaba con cena.', 'Vermut, mercadillo, siesta. En ese orden.'],
  },
  {
    question: '¿Cuánto tardas en responder un audio de cinco minutos?',
    options: ['Lo escucho al momento', 'Por la noche, a doble velocidad', 'Nunca lo escucho'],
    lean: [3, 9, 5],
    open: true,
    comments: [
      'Cinco minutos no es un audio, es un pódcast.',
      'A doble velocidad mi madre parece una locutora de fútbol.',
    ],
  },
  {
    question: '¿Mar o montaña para las vacaciones de agosto?',
    options: ['Mar', 'Montaña', 'Pueblo de los abuelos', 'En agosto trabajo'],
    lean: [7, 5, 6, 3],
    days: 45,
    scene: 'sea',
    alt: 'Un barco de vela pequeño sobre olas, con el sol cerca del horizonte.',
    comments: [
      'El pueblo: verbena, frontón y dormir con manta.',
      'Agosto en la ciudad vacía está infravalorado.',
      'Mar, pero en septiembre.',
    ],
  },
  {
    question: '¿Qué palabra usáis: ordenador o computadora?',
    options: ['Ordenador', 'Computadora', 'Compu', 'Portátil, porque no tengo otra cosa'],
    lean: [6, 5, 6, 2],
    comments: [
      'En México, compu. Computadora solo cuando se descompone.',
      'Ordenador, aunque el mío desordena más que otra cosa.',
    ],
  },
  {
    question: '¿Teletrabajo, oficina o mezcla?',
    options: ['Todo en casa', 'Todo en la oficina', 'Dos o tres días de cada'],
    lean: [6, 2, 9],
    days: 15,
    comments: [
      'La mezcla, siempre que los días los elija yo.',
      'En casa rindo más, pero echo de menos el café de las once.',
    ],
  },
];
