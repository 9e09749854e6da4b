import type { LanguageWords } from './language-words.js';

export const es: LanguageWords = {
  stop: `
    el, la, los, las, un, una, unos, unas, y, o, u, pero, si, sí, no, de, del, al, a, en, con, por, para, sin, sobre,
    entre, que, qué, quién, quien, cuál, cuáles, cual, cuándo, cuando, dónde, donde, cómo, como, cuánto, cuántos, es,
    son, era, ser, está, están, estar, fue, ha, han, hay, haber, tener, tiene, tienes, debe, debería, deberían, debemos,
    puede, puedes, yo, tú, él, ella, nosotros, vosotros, ustedes, usted, ellos, mi, tu, su, sus, tus, mis, nuestro,
    nuestra, vuestro, me, te, se, nos, lo, le, les, este, esta, estos, estas, ese, esa, eso, esto, más, menos, mejor,
    peor, muy, mucho, poco, todo, todos, nada, nunca, siempre, quizás, tal, vez, también, ya, aún, hoy, mañana, ayer,
    favorito, favorita, prefieres, prefiere, gusta, gustan, crees, quieres, opinas
  `,
  contexts: {
    food: `
      comida, cena, cenar, almuerzo, desayuno, desayunar, comer, cocinar, cocina, café, té, tortilla, cebolla, paella,
      pan, queso, chocolate, helado, restaurante, receta, postre, vino, cerveza, carne, fruta, piña, jamón, churro
    `,
    sport: `
      fútbol, futbol, baloncesto, deporte, mundial, liga, partido, selección, jugador, equipo, entrenador, portero,
      delantero, ciclismo, maratón, correr, gimnasio, copa américa, champions, olimpiada, juegos olímpicos, atletismo,
      natación
    `,
    travel: `
      viaje, viajar, viajes, vuelo, avión, tren, playa, montaña o playa, destino, turismo, turista, aeropuerto, maleta,
      crucero, extranjero, camping, pasaporte, mochilero
    `,
    technology: `
      tecnología, móvil, celular, ordenador, computadora, programación, inteligencia artificial, coche eléctrico,
      redes sociales, contraseña, aplicación, privacidad, programar, pantalla, videollamada
    `,
    politics: `
      elección, elecciones, gobierno, presidente, ministro, congreso, senado, impuesto, ley, política, político,
      democracia, referéndum, alcalde, inmigración, guerra, monarquía, voto, prohibir, partido político, salario mínimo
    `,
    health: `
      salud, saludable, médico, hospital, dormir, sueño, dieta, ejercicio, salud mental, meditación, terapia, estrés,
      vacuna, medicina, ansiedad, depresión, fumar, alcohol, enfermedad, cáncer
    `,
    work: `
      trabajo, trabajar, empleo, oficina, jefe, sueldo, salario, teletrabajo, reunión, compañero de trabajo, empresa,
      jornada laboral, jornada, entrevista, carrera profesional, profesión, jubilación
    `,
    study: `
      estudiar, estudio, escuela, colegio, universidad, examen, exámenes, deberes, estudiante, profesor, maestro, clase,
      curso, aprender, educación, matemáticas, biblioteca, beca, idioma
    `,
    family: `
      familia, hijo, hija, hijos, niño, niña, niños, padre, madre, padres, mamá, papá, bebé, abuelo, abuela, hermano,
      hermana, boda, matrimonio, esposo, esposa, suegra, embarazo
    `,
    community: `
      comunidad, vecino, vecinos, barrio, voluntario, voluntariado, pueblo, nuestra ciudad, ayuntamiento, carril bici,
      transporte público, parque infantil, donación, asociación, plaza
    `,
    entertainment: `
      película, cine, serie, música, canción, disco, banda, concierto, libro, novela, juego, videojuego, actor, actriz,
      cantante, teatro, comedia, tele, televisión, festival, reguetón, fiesta
    `,
    nature: `
      naturaleza, animal, animales, perro, perros, gato, gatos, árbol, bosque, clima, cambio climático, medio ambiente,
      jardín, océano, mar, río, montaña, pájaro, planta, mascota, reciclar, reciclaje, contaminación, plástico, flor,
      planeta
    `,
    'everyday life': `
      casa, piso, ducha, lavadora, limpieza, limpiar, ropa, compras, fin de semana, despertador, siesta, sofá, cama,
      supermercado, rutina, platos, muebles, zapatos, por la mañana
    `,
  },
  seasons: {
    spring: 'primavera, semana santa, pascua',
    summer: 'verano, ola de calor',
    autumn: 'otoño',
    winter: 'invierno, nieve, esquiar, esquí',
    'new year': 'año nuevo, nochevieja, fin de año, propósitos',
    holidays: 'navidad, navidades, nochebuena, reyes magos, papá noel, villancico',
    'back to school': 'vuelta al cole, vuelta a clases, regreso a clases',
    halloween: 'noche de brujas, truco o trato, día de muertos',
  },
  moods: {
    playful: `
      broma, chiste, divertido, divertida, gracioso, qué prefieres ser, superpoder, zombi, disfraz, tonto, meme,
      piña en la pizza
    `,
    nostalgic: `
      recuerdas, recordáis, recuerdan, infancia, nostalgia, de niño, de niña, de pequeño, los 80, los 90, años 80,
      años 90, antes era, echas de menos, extrañas, tu primer, tu primera, abuelos
    `,
    critical: `
      odio, odias, peor, sobrevalorado, sobrevalorada, molesta, inútil, escándalo, corrupción, corrupto, terrible,
      horrible, injusto, vergüenza, ridículo, fracaso, demasiado caro
    `,
    serious: `
      guerra, crisis, cambio climático, muerte, aborto, pobreza, violencia, racismo, nuclear, cáncer, salud mental,
      inflación, derechos humanos, desempleo, justicia, referéndum, elecciones, gobierno
    `,
    hopeful: `
      esperanza, sueño, sueños, futuro, mejorar, ilusión, optimista, deseo, deseos, meta, propósitos, un mundo mejor,
      paz
    `,
    curious: `
      por qué, cómo, alguna vez, qué pasaría, sabías, curiosidad, misterio, me pregunto, cuántas veces,
      con qué frecuencia
    `,
  },
};
