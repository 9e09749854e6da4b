import type { LanguageWords } from './language-words.js';

export const pt: LanguageWords = {
  stop: `
    o, os, a, as, um, uma, uns, umas, e, ou, mas, se, sim, não, de, do, da, dos, das, ao, aos, à, às, em, no, na, nos,
    nas, com, por, pelo, pela, para, pra, sem, sobre, entre, que, quê, quem, qual, quais, quando, onde, como, quanto,
    quantos, quantas, é, são, era, ser, está, estão, foi, há, tem, têm, ter, deve, deveria, devemos, pode, podem, eu,
    tu, você, vocês, ele, ela, nós, eles, elas, meu, minha, seu, sua, seus, suas, nosso, nossa, teu, tua, me, te, lhe,
    este, esta, esse, essa, isso, isto, aquele, mais, menos, melhor, pior, muito, pouco, tudo, todos, nada, nunca,
    sempre, talvez, também, já, ainda, hoje, amanhã, ontem, favorito, favorita, preferido, preferida, prefere, preferem,
    gosta, gostam, acha, acham, quer, querem, depois, antes
  `,
  contexts: {
    food: `
      comida, jantar, almoço, café da manhã, pequeno almoço, comer, cozinhar, cozinha, café, chá, bolo, queijo, pão,
      pão de queijo, chocolate, sorvete, gelado, restaurante, receita, sobremesa, vinho, cerveja, carne, fruta, abacaxi,
      ananás, feijoada, churrasco, pastel de nata, brigadeiro, açaí
    `,
    sport: `
      futebol, basquete, vôlei, esporte, desporto, copa do mundo, mundial, brasileirão, campeonato, jogador, time,
      seleção, treinador, goleiro, maratona, corrida, natação, academia, olimpíadas, flamengo, benfica, corinthians
    `,
    travel: `
      viagem, viajar, viagens, voo, avião, trem, comboio, praia, destino, turismo, turista, aeroporto, mala, cruzeiro,
      exterior, acampar, passaporte, férias
    `,
    technology: `
      tecnologia, celular, telemóvel, computador, programação, inteligência artificial, carro elétrico, redes sociais,
      senha, aplicativo, privacidade, tela, programar
    `,
    politics: `
      eleição, eleições, governo, presidente, ministro, congresso, senado, imposto, impostos, lei, política, político,
      democracia, referendo, prefeito, imigração, guerra, voto, proibir, salário mínimo
    `,
    health: `
      saúde, saudável, médico, hospital, dormir, sono, dieta, exercício, saúde mental, meditação, terapia, estresse,
      vacina, remédio, ansiedade, depressão, fumar, álcool, doença, câncer
    `,
    work: `
      trabalho, trabalhar, emprego, escritório, chefe, salário, teletrabalho, trabalho remoto, reunião, colega, empresa,
      carreira, entrevista, profissão, aposentadoria
    `,
    study: `
      estudar, estudo, estudos, escola, faculdade, universidade, prova, exame, dever de casa, estudante, aluno,
      professor, professora, aula, curso, aprender, educação, matemática, biblioteca, bolsa de estudos
    `,
    family: `
      família, filho, filha, filhos, criança, crianças, pai, mãe, pais, mamãe, papai, bebê, avô, avó, avós, irmão, irmã,
      casamento, marido, esposa, sogra
    `,
    community: `
      comunidade, vizinho, vizinhos, bairro, voluntário, voluntariado, aldeia, nossa cidade, prefeitura, ciclovia,
      ciclovias, transporte público, doação, associação, praça
    `,
    entertainment: `
      filme, cinema, série, séries, música, canção, banda, show, concerto, livro, romance, jogo, jogos, videogame, ator,
      atriz, cantor, cantora, teatro, comédia, televisão, novela, festival, carnaval, samba
    `,
    nature: `
      natureza, animal, animais, cachorro, cachorros, cão, gato, gatos, árvore, floresta, amazônia, clima,
      mudanças climáticas, meio ambiente, jardim, oceano, mar, rio, montanha, pássaro, planta, reciclagem, reciclar,
      poluição, plástico, flor, planeta
    `,
    'everyday life': `
      casa, apartamento, banho, chuveiro, roupa, limpeza, compras, fim de semana, despertador, sofá, cama, supermercado,
      rotina, louça, móveis, sapato, de manhã
    `,
  },
  seasons: {
    spring: 'primavera, páscoa',
    summer: 'verão, onda de calor',
    autumn: 'outono, festa junina',
    winter: 'inverno, neve, esquiar',
    'new year': 'ano novo, réveillon, passagem de ano, resoluções',
    holidays: 'natal, papai noel, pai natal, ceia de natal, amigo secreto, panetone',
    'back to school': 'volta às aulas, regresso às aulas, material escolar',
    halloween: 'dia das bruxas, gostosuras ou travessuras',
  },
  moods: {
    playful: `
      piada, engraçado, engraçada, divertido, divertida, superpoder, zumbi, fantasia, brincadeira, bobo, meme,
      abacaxi na pizza, rsrs
    `,
    nostalgic: `
      lembra, lembram, infância, nostalgia, saudade, saudades, quando criança, anos 80, anos 90, antigamente,
      seu primeiro, sua primeira, naquela época
    `,
    critical: `
      odeia, odeio, pior, superestimado, superestimada, irritante, inútil, escândalo, corrupção, corrupto, terrível,
      horrível, injusto, vergonha, ridículo, fracasso, caro demais
    `,
    serious: `
      guerra, crise, mudanças climáticas, morte, aborto, pobreza, violência, racismo, nuclear, câncer, saúde mental,
      inflação, direitos humanos, desemprego, justiça, referendo, eleições, governo, segurança
    `,
    hopeful: `
      esperança, sonho, sonhos, futuro, melhorar, otimista, desejo, desejos, meta, metas, resoluções, mundo melhor, paz
    `,
    curious: `
      por que, porque, como você, alguma vez, já experimentou, o que aconteceria, sabia que, curiosidade, mistério,
      quantas vezes, com que frequência
    `,
  },
};
