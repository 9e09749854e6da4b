import type { Concepts } from './concept-words.js';

export const nature: Concepts = {
  dogs: { en: 'dog, puppy, puppies', es: 'perro, perra', fr: 'chien', de: 'hund, welpe', pt: 'cachorro, cão, cães', ar: 'كلب, كلاب', hi: 'कुत्ता, कुत्ते', ja: '犬' },
  cats: { en: 'cat, kitten', es: 'gato, gata', fr: 'chat', de: 'katze', pt: 'gato, gata', ar: 'قطة, قطط', hi: 'बिल्ली, बिल्लियाँ', ja: '猫' },
  pets: { en: 'pet', es: 'mascota', fr: 'animal de compagnie, animaux de compagnie', de: 'haustier', pt: 'animal de estimação, animais de estimação', ja: 'ペット' },
  animals: { en: 'animal, wildlife', es: 'animal', fr: 'animal, animaux', de: 'tier, tiere', pt: 'animal, animais', ar: 'حيوان, حيوانات', hi: 'जानवर', ja: '動物' },
  birds: { en: 'bird', es: 'pájaro', fr: 'oiseau, oiseaux', de: 'vogel, vögel', pt: 'pássaro', ar: 'طيور' },
  trees: { en: 'tree', es: 'árbol, árboles', fr: 'arbre', de: 'baum, bäume', pt: 'árvore', ar: 'شجرة, أشجار', hi: 'पेड़' },
  forests: { en: 'forest, woodland', es: 'bosque', fr: 'forêt', de: 'wald, wälder', pt: 'floresta', ar: 'غابة', hi: 'जंगल' },
  gardening: { en: 'garden, gardening', es: 'jardín, jardines', fr: 'jardin, jardinage', de: 'garten, gärten', pt: 'jardim, jardins', ar: 'حديقة', hi: 'बगीचा', ja: 'ガーデニング' },
  'climate change': { en: 'climate, climate change, global warming, climate action', es: 'cambio climático, clima', fr: 'changement climatique, réchauffement climatique, climat', de: 'klima, klimawandel, klimaschutz', pt: 'mudança climática, mudanças climáticas, clima', ar: 'تغير المناخ, مناخ', hi: 'जलवायु परिवर्तन, जलवायु', ja: '気候変動, 温暖化' },
  environment: { en: 'environment, pollution', es: 'medio ambiente, contaminación', fr: 'environnement, pollution', de: 'umwelt, umweltschutz', pt: 'meio ambiente, poluição', ar: 'بيئة', hi: 'पर्यावरण', ja: '環境' },
  recycling: { any: 'recycling', es: 'reciclaje', fr: 'recyclage', de: 'mülltrennung', pt: 'reciclagem', ar: 'إعادة التدوير', ja: 'リサイクル' },
  plastic: { en: 'plastic, plastic bag', es: 'plástico', fr: 'plastique', de: 'plastik', pt: 'plástico', hi: 'प्लास्टिक' },
  hiking: { any: 'trekking', en: 'hiking, hike', es: 'senderismo', fr: 'randonnée', de: 'wandern, wanderung', pt: 'caminhada' },
  weather: { en: 'weather, rain', fr: 'météo, pluie', de: 'wetter, regen', es: 'lluvia', pt: 'chuva', ar: 'طقس', hi: 'मौसम, बारिश', ja: '天気' },
  bees: { en: 'bee', es: 'abeja', fr: 'abeille', de: 'biene', pt: 'abelha' },
  oceans: { en: 'ocean', es: 'océano', fr: 'océan', de: 'ozean', pt: 'oceano', ar: 'محيط' },
};

export const health: Concepts = {
  'mental health': { any: 'burnout', en: 'mental health, anxiety, depression', es: 'salud mental, ansiedad, depresión', fr: 'santé mentale, anxiété, dépression', de: 'psychische gesundheit, depression', pt: 'saúde mental, ansiedade, depressão', ar: 'الصحة النفسية', hi: 'मानसिक स्वास्थ्य', ja: 'メンタルヘルス' },
  health: { en: 'health, wellbeing, wellness', es: 'salud', fr: 'santé', de: 'gesundheit', pt: 'saúde', ar: 'صحة', hi: 'स्वास्थ्य', ja: '健康' },
  sleep: { en: 'sleep, insomnia, nap', es: 'sueño, siesta', fr: 'sommeil, sieste', de: 'schlaf', pt: 'sono', ar: 'نوم', hi: 'नींद', ja: '睡眠' },
  diets: { en: 'diet, nutrition', es: 'dieta', fr: 'régime', de: 'diät, ernährung', pt: 'dieta', ja: 'ダイエット' },
  meditation: { en: 'meditation, mindfulness', es: 'meditación', fr: 'méditation', de: 'meditation', pt: 'meditação', hi: 'ध्यान', ja: '瞑想' },
  vaccines: { en: 'vaccine, vaccination', es: 'vacuna', fr: 'vaccin', de: 'impfung', pt: 'vacina', ar: 'لقاح', hi: 'टीका', ja: 'ワクチン' },
  smoking: { en: 'smoking, cigarette', es: 'tabaco, cigarrillo', fr: 'tabac', de: 'rauchen', pt: 'cigarro', ar: 'تدخين', ja: '禁煙, タバコ' },
  alcohol: { en: 'alcohol', es: 'alcohol', fr: 'alcool', de: 'alkohol', pt: 'álcool' },
  exercise: { any: 'fitness', en: 'exercise', es: 'ejercicio', fr: 'exercice physique', pt: 'exercício', hi: 'व्यायाम', ja: '運動' },
  doctors: { en: 'doctor, hospital', es: 'médico, hospital, hospitales', fr: 'médecin, hôpital, hôpitaux', de: 'arzt, ärztin, krankenhaus', pt: 'médico, hospital, hospitais', ar: 'طبيب, مستشفى', hi: 'डॉक्टर, अस्पताल', ja: '病院, 医者' },
  stress: { any: 'stress', es: 'estrés', pt: 'estresse', ja: 'ストレス' },
};

export const family: Concepts = {
  children: { en: 'child, children, kid, toddler', es: 'niño, niña, hijo, hija', fr: 'enfant', de: 'kind, kinder', pt: 'criança, filho, filha', ar: 'طفل, أطفال', hi: 'बच्चा, बच्चे, बच्चों', ja: '子ども, 子供' },
  parenting: { en: 'parent, parenting, screen time', fr: 'parent', de: 'eltern, erziehung', es: 'crianza', pt: 'parentalidade', hi: 'माता पिता', ja: '子育て' },
  family: { en: 'family, families, siblings', es: 'familia', fr: 'famille', de: 'familie', pt: 'família', ar: 'عائلة, أسرة', hi: 'परिवार', ja: '家族' },
  weddings: { en: 'wedding', es: 'boda', fr: 'mariage', de: 'hochzeit', pt: 'casamento', ar: 'زفاف, زواج', hi: 'शादी', ja: '結婚式, 結婚' },
  grandparents: { en: 'grandparent, grandma, grandpa, grandmother, grandfather', es: 'abuelo, abuela', fr: 'grands parents, grand mère, grand père', de: 'großeltern, oma, opa', pt: 'avó, avô, avós' },
  babies: { en: 'baby, babies', es: 'bebé', fr: 'bébé', de: 'baby, babys', pt: 'bebê', ja: '赤ちゃん' },
};

export const everydayLife: Concepts = {
  shopping: { en: 'shopping, supermarket, groceries', es: 'compras, supermercado', fr: 'courses, supermarché', de: 'einkaufen, supermarkt', pt: 'compras, supermercado', ar: 'تسوق', hi: 'खरीदारी', ja: '買い物, スーパー' },
  housework: { en: 'chores, housework, laundry, dishwasher', es: 'tareas domésticas, limpieza', fr: 'ménage, vaisselle, lessive', de: 'hausarbeit, abwasch, wäsche', pt: 'tarefas domésticas, louça, limpeza', ja: '家事, 掃除, 洗濯' },
  housing: { en: 'house, apartment, rent, housing', es: 'piso, vivienda, alquiler', fr: 'logement, appartement, loyer', de: 'wohnung, miete', pt: 'apartamento, moradia, aluguel', ar: 'شقة', hi: 'मकान', ja: '家賃, 引っ越し' },
  fashion: { en: 'fashion, clothes, clothing, shoes', es: 'moda, ropa', fr: 'vêtement', de: 'kleidung, mode', pt: 'moda, roupa', ar: 'ملابس, أزياء', hi: 'कपड़े', ja: 'ファッション' },
  weekend: { en: 'weekend', es: 'fin de semana', fr: 'week end, weekend', de: 'wochenende', pt: 'fim de semana', ar: 'نهاية الأسبوع', ja: '週末' },
  mornings: { en: 'morning, alarm clock', es: 'despertador', fr: 'matin', de: 'wecker', pt: 'despertador', ja: '早起き' },
  showers: { en: 'shower', es: 'ducha', fr: 'douche', de: 'dusche', pt: 'chuveiro', ja: 'シャワー, お風呂' },
  money: { en: 'money, savings, budget', es: 'dinero, ahorro', fr: 'argent', de: 'geld', pt: 'dinheiro', ar: 'مال', hi: 'पैसा, पैसे', ja: 'お金, 貯金' },
  friends: { en: 'friend, friendship', es: 'amigo, amiga, amistad', fr: 'ami, amie, amitié', de: 'freund, freundin, freundschaft', pt: 'amigo, amiga, amizade', ar: 'صديق, أصدقاء', hi: 'दोस्त', ja: '友達, 友だち' },
  gifts: { en: 'gift', es: 'regalo', fr: 'cadeau, cadeaux', de: 'geschenk', ar: 'هدية', ja: 'プレゼント' },
};
