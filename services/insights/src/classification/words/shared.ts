import type { LanguageWords } from './language-words.js';

/** Words that most languages share. */
export const shared: LanguageWords = {
  stop: '',
  contexts: {
    food: `
      pizza, pasta, sushi, burger, ramen, kebab, taco, curry, tofu, hummus, latte, espresso, cappuccino, matcha,
      tiramisu, croissant, 🍕, 🍔, 🍣, 🍦, 🍫, ☕
    `,
    entertainment: `
      netflix, spotify, disney, anime, manga, k pop, podcast, tiktok, youtube, marvel, star wars, pokemon, nintendo,
      playstation, xbox, minecraft, taylor swift, oscar, 🎬, 🎮, 🎵
    `,
    sport: `
      tennis, yoga, golf, rugby, judo, fifa, uefa, nba, nfl, messi, ronaldo, formula 1, real madrid, fc barcelona, ⚽, 🏀,
      🎾
    `,
    technology: `
      ai, chatgpt, iphone, android, app, smartphone, laptop, linux, windows, python, javascript, typescript, rust,
      bitcoin, internet, online, wifi, google, tesla, robot, software, hardware, blockchain, startup, 💻
    `,
    travel: 'airbnb, interrail, hotel, tokyo, paris, london, berlin, ✈️, 🏖️',
    politics: 'brexit, nato, parlament',
    health: 'covid, yoga, vegan, burnout',
    nature: 'safari, zoo, 🌳, 🐶, 🐱',
    work: 'home office, freelance, marketing, 💼',
  },
  seasons: {
    halloween: 'halloween, 🎃',
    holidays: 'hanukkah, chanukah, diwali, kwanzaa, 🎄, 🎅',
    winter: '⛄, ❄️',
    summer: '☀️, 🏖️',
    autumn: 'oktoberfest, 🍂',
  },
  moods: { playful: '😂, 🤣, 😜, 😝, 🙃, 😹, lol, haha, hahaha, jaja, jajaja, kkk, mdr, lmao' },
};
