import type { LanguageWords } from './language-words.js';

export const en: LanguageWords = {
  stop: `
    the, a, an, and, or, but, if, of, to, in, on, at, for, with, from, by, about, into, than, is, are, was, were, be,
    been, am, do, does, did, done, has, have, had, will, would, can, could, should, shall, may, might, must, i, you, he,
    she, it, we, they, me, him, her, us, them, my, your, his, its, our, their, this, that, these, those, what, which,
    who, whom, whose, when, where, why, how, not, no, yes, maybe, never, ever, always, more, most, less, least, better,
    best, worse, worst, favourite, favorite, next, first, last, there, here, so, too, also, just, only, very, really,
    some, any, all, both, each, other, another, vs, versus, as, up, out, over, thing, things, way, ways, person, people,
    someone, anyone, everyone, something, anything, nothing, everything, one, ones, time, times, day, days, lot, lots,
    kind, kinds, type, option, options, question, poll, choice, idea, place, stuff, bit, part, guy, guys, today,
    tonight, tomorrow, yesterday, week, month, year, years, everybody, somebody, nobody, neither, none, opinion, reason,
    side, half, sort, thoughts, many, much, few, several, enough, hour, hours, minute, minutes, month, months, weeks,
    number, amount, amounts, favourites, answer, anybody, fan, something else, prefer, rather, like, want, think,
    choose, pick, use, get, ban, visit, win, go, going, try, replace, start, stop, allow, raise, buy, watch, eat, drink,
    read, play, trick, new, big, bigger, biggest, good, great, bad, nice, own, real, sized
  `,
  contexts: {
    food: `
      food, dinner, lunch, breakfast, cooking, eat, coffee, tea, cake, cheese, bread, chocolate, ice cream, restaurant,
      recipe, dessert, snack, wine, beer, meal, soup, salad, pineapple, vegetarian, meat, fruit, baking, toast, milk,
      cookie, pancake
    `,
    sport: `
      sport, football, soccer, basketball, baseball, cricket, hockey, world cup, champions league, olympics, olympic,
      match, league, goalkeeper, striker, marathon, running, swimming, gym, player, team, coach, championship,
      tournament, cycling race, workout, boxing, super bowl
    `,
    travel: `
      travel, vacation, flight, airport, beach, destination, tourist, tourism, abroad, backpacking, road trip, cruise,
      luggage, city break, passport, camping, holiday destination, plane, airline, visa
    `,
    technology: `
      technology, tech, phone, computer, programming, programming language, code, coding, developer,
      artificial intelligence, machine learning, electric car, gadget, browser, website, social media, password,
      privacy, algorithm, tablet, smartwatch, self driving, chatbot, cloud, data, space telescope
    `,
    politics: `
      election, elections, government, president, minister, parliament, senate, congress, tax, taxes, law, policy,
      politician, politics, democracy, vote for, referendum, mayor, immigration, refugees, war, military, party leader,
      ban, bill, nuclear, minimum wage, monarchy, voting age, basic income, border
    `,
    health: `
      health, healthy, doctor, hospital, sleep, diet, exercise, mental health, meditation, therapy, stress, vaccine,
      medicine, anxiety, depression, fitness, smoking, alcohol, nutrition, vitamins, weight, cancer, disease, insomnia,
      wellbeing, wellness
    `,
    work: `
      job, office, boss, career, salary, remote work, four day week, meeting, meetings, colleague, coworker, interview,
      commute, employer, employee, business, company, deadline, promotion, workplace, workday, resign, hybrid work,
      overtime, team building
    `,
    study: `
      study, school, university, college, exam, exams, homework, student, teacher, class, course, degree, learn,
      learning, education, maths, math, essay, library, lecture, scholarship, classroom, textbook, campus, thesis
    `,
    family: `
      family, kids, child, children, parent, parents, mother, father, mum, mom, dad, baby, grandparents, grandma,
      grandpa, brother, sister, wedding, marriage, married, husband, wife, son, daughter, pregnancy, toddler, siblings,
      twins, mother in law
    `,
    community: `
      community, neighbour, neighbor, neighbours, neighbourhood, neighborhood, volunteer, volunteering, charity, local,
      village, town, our city, bike lane, bike lanes, park bench, library opening, public transport, playground,
      donation, club, meetup, street, town hall, community garden
    `,
    entertainment: `
      movie, film, series, show, music, song, album, band, concert, book, novel, game, games, video game, board game,
      actor, actress, singer, theatre, theater, comedy, tv, festival, streaming, cinema, cartoon, superhero, guitar,
      playlist, celebrity, author, sitcom, karaoke
    `,
    nature: `
      nature, animal, animals, dog, dogs, cat, cats, tree, trees, forest, climate, climate change, environment, garden,
      ocean, river, mountain, mountains, wildlife, bird, birds, plant, plants, weather, recycling, pollution, plastic,
      flower, flowers, pet, pets, bees, biodiversity, hiking, planet
    `,
    'everyday life': `
      morning, shower, laundry, chores, cleaning, house, apartment, flat, furniture, shopping, clothes, weekend, alarm,
      breakfast in bed, toilet paper, dishes, dishwasher, routine, socks, shoes, haircut, bed, sofa, kitchen, queue,
      supermarket, habit, weekday, umbrella, alarm clock
    `,
  },
  seasons: {
    spring: 'this spring, in spring, springtime, spring break, spring cleaning, cherry blossom, easter',
    summer: 'summer, heatwave, beach season',
    autumn: 'autumn, this fall, in the fall, fall season, fall colours, fall colors, pumpkin spice',
    winter: 'winter, snow, snowman, ski, skiing, snowboarding',
    'new year': 'new year, new years, new year s eve, resolution, resolutions',
    holidays: `
      christmas, xmas, thanksgiving, holiday season, santa, advent, black friday, secret santa, hanukkah, mistletoe
    `,
    'back to school': 'back to school, first day of school, new school year, school supplies',
    halloween: 'trick or treat, trick or treating, haunted house, jack o lantern, spooky season',
  },
  moods: {
    playful: `
      would you rather, funny, fun, silly, joke, pun, prank, meme, memes, superpower, zombie, zombies, alien, dragon,
      unicorn, pineapple on pizza, toilet paper, guilty pleasure, ninja, pirate, pirates, dinosaur, weird,
      spirit animal, costume, duck sized
    `,
    nostalgic: `
      remember, childhood, nostalgia, nostalgic, used to, old school, back then, growing up, grew up, the 80s, the 90s,
      the 2000s, 80s, 90s, retro, vintage, throwback, good old, miss the, as a kid, when you were, your first,
      back in the day
    `,
    critical: `
      overrated, annoying, hate, useless, scandal, corrupt, corruption, awful, terrible, ridiculous, overpriced,
      waste of, worst, fed up, bad idea, broken, unfair, disappointing, ruined, nonsense, pointless, failure, failed
    `,
    serious: `
      war, crisis, climate change, death, abortion, poverty, violence, racism, refugees, nuclear, terrorism, cancer,
      mental health, depression, inflation, human rights, unemployment, suicide, justice, referendum, election,
      pandemic, homelessness, death penalty, minimum wage, security, government
    `,
    hopeful: `
      hope, hopeful, dream, future, better world, improve, make a difference, optimistic, look forward, looking forward,
      excited, goal, goals, resolution, resolutions, wish, change the world, brighter, peace, inspire, inspires
    `,
    curious: `
      why, how, wonder, curious, have you ever, ever tried, what if, did you know, what would happen, what do you know,
      explain, mystery, discover, surprised, how often, how many, how do you, what makes
    `,
  },
};
