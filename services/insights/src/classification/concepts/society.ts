import type { Concepts } from './concept-words.js';

export const politics: Concepts = {
  elections: { en: 'election, voting, ballot', es: 'elección, elecciones', fr: 'élection', de: 'wahl, wahlen, bundestagswahl', pt: 'eleição, eleições', ar: 'انتخابات', hi: 'चुनाव', ja: '選挙' },
  government: { en: 'government, parliament, congress, senate, president, prime minister', es: 'gobierno, congreso, senado, presidente, ministro', fr: 'gouvernement, parlement, sénat, président, ministre, assemblée nationale', de: 'regierung, bundestag, bundesregierung, kanzler, bundeskanzler, minister', pt: 'governo, congresso, senado, presidente, ministro', ar: 'حكومة, رئيس, برلمان', hi: 'सरकार, संसद, प्रधानमंत्री', ja: '政府, 国会, 首相' },
  taxes: { en: 'tax, taxes', es: 'impuesto', fr: 'impôt, taxe', de: 'steuer', pt: 'imposto', ar: 'ضريبة, ضرائب', hi: 'टैक्स', ja: '税金, 消費税' },
  referendum: { en: 'referendum', es: 'referéndum', fr: 'référendum', de: 'volksentscheid, referendum', pt: 'referendo' },
  'minimum wage': { en: 'minimum wage', es: 'salario mínimo', fr: 'smic, salaire minimum', de: 'mindestlohn', pt: 'salário mínimo', ja: '最低賃金' },
  'basic income': { en: 'basic income', es: 'renta básica', fr: 'revenu universel', de: 'grundeinkommen', pt: 'renda básica' },
  immigration: { en: 'immigration, refugee, migration', es: 'inmigración, refugiado', fr: 'immigration, réfugié', de: 'migration, einwanderung, flüchtling', pt: 'imigração, refugiado', ja: '移民' },
  war: { en: 'war, military', es: 'guerra, guerra mundial', fr: 'guerre', de: 'krieg', pt: 'guerra', ar: 'حرب', hi: 'युद्ध', ja: '戦争' },
  'nuclear power': { en: 'nuclear power, nuclear energy', es: 'energía nuclear', fr: 'nucléaire, énergie nucléaire', de: 'atomkraft, kernkraft', pt: 'energia nuclear', ja: '原発, 原子力' },
  'speed limits': { en: 'speed limit', es: 'límite de velocidad', fr: 'limitation de vitesse', de: 'tempolimit', pt: 'limite de velocidade' },
  democracy: { en: 'democracy', es: 'democracia', fr: 'démocratie', de: 'demokratie', pt: 'democracia', ar: 'ديمقراطية', hi: 'लोकतंत्र', ja: '民主主義' },
  inflation: { en: 'inflation, cost of living', es: 'inflación', fr: 'inflation', de: 'inflation', pt: 'inflação', hi: 'महंगाई', ja: '物価' },
  retirement: { en: 'retirement, pension', es: 'jubilación, pensión, pensiones', fr: 'retraite', de: 'rente', pt: 'aposentadoria', ja: '年金' },
};

export const work: Concepts = {
  'remote work': { any: 'home office, homeoffice', en: 'remote work, working from home, work from home, hybrid work', es: 'teletrabajo', fr: 'télétravail', pt: 'teletrabalho, trabalho remoto', ar: 'العمل عن بعد', ja: 'リモートワーク, 在宅勤務, テレワーク' },
  'four day week': { en: 'four day week, 4 day week, four day work week, four day workweek, 4 day work week', es: 'semana de cuatro días, jornada de cuatro días', fr: 'semaine de quatre jours, semaine de 4 jours', de: 'vier tage woche, viertagewoche, 4 tage woche', pt: 'semana de quatro dias', ja: '週休3日, 週休三日' },
  meetings: { en: 'meeting', es: 'reunión, reuniones', fr: 'réunion', de: 'besprechung, meeting', pt: 'reunião, reuniões', ar: 'اجتماع', ja: '会議' },
  salaries: { en: 'salary, salaries, pay rise, wage', es: 'sueldo, salario', fr: 'salaire', de: 'gehalt, gehälter, lohn', pt: 'salário', ar: 'راتب', hi: 'वेतन', ja: '給料, 給与' },
  office: { en: 'office', es: 'oficina', fr: 'bureau', de: 'büro', pt: 'escritório', ar: 'مكتب', hi: 'ऑफिस, दफ्तर', ja: 'オフィス' },
  work: { en: 'work, job', es: 'trabajo, empleo', fr: 'travail, emploi', de: 'arbeit, job', pt: 'trabalho, emprego', ar: 'عمل, وظيفة', hi: 'काम, नौकरी', ja: '仕事' },
  career: { en: 'career, promotion', es: 'carrera profesional', fr: 'carrière', de: 'karriere', pt: 'carreira', ja: '転職' },
  commuting: { en: 'commute, commuting', de: 'arbeitsweg, pendeln', fr: 'trajet domicile travail', ja: '通勤' },
  startups: { any: 'startup, start up' },
};

export const study: Concepts = {
  school: { en: 'school, classroom', es: 'escuela, colegio', fr: 'école, lycée', de: 'schule', pt: 'escola', ar: 'مدرسة, مدارس', hi: 'स्कूल, विद्यालय', ja: '学校' },
  university: { en: 'university, college, campus, degree', es: 'universidad', fr: 'université', de: 'universität, uni, studium', pt: 'universidade, faculdade', ar: 'جامعة', hi: 'विश्वविद्यालय', ja: '大学' },
  exams: { en: 'exam', es: 'examen, exámenes', fr: 'examen, bac', de: 'prüfung, klausur, abitur', pt: 'prova, exame, vestibular', ar: 'امتحان, امتحانات', hi: 'परीक्षा', ja: '試験, 受験' },
  homework: { en: 'homework', es: 'deberes', fr: 'devoirs', de: 'hausaufgaben', pt: 'dever de casa, lição de casa', ja: '宿題' },
  teachers: { en: 'teacher', es: 'profesor, profesora, maestro, maestra', fr: 'professeur, prof', de: 'lehrer, lehrerin', pt: 'professor, professora', ar: 'معلم', hi: 'शिक्षक', ja: '先生' },
  education: { en: 'education, learning', es: 'educación', fr: 'éducation', de: 'bildung', pt: 'educação', ar: 'تعليم', hi: 'शिक्षा', ja: '教育' },
  mathematics: { en: 'maths, math, mathematics', es: 'matemáticas', fr: 'mathématiques, maths', de: 'mathe, mathematik', pt: 'matemática', hi: 'गणित', ja: '数学' },
  libraries: { en: 'library, libraries', es: 'biblioteca', fr: 'bibliothèque', de: 'bibliothek', pt: 'biblioteca', ar: 'مكتبة', ja: '図書館' },
};

export const community: Concepts = {
  'public transport': { en: 'public transport, public transit, bus, subway, tram', es: 'transporte público, metro, autobús', fr: 'transports en commun, métro, tramway', de: 'öpnv, nahverkehr, straßenbahn, u bahn', pt: 'transporte público, ônibus, metrô', ja: 'バス, 地下鉄' },
  'bike lanes': { en: 'bike lane, cycle path, cycle lane', es: 'carril bici', fr: 'piste cyclable, pistes cyclables', de: 'radweg, fahrradweg', pt: 'ciclovia', ja: '自転車道' },
  neighbours: { en: 'neighbour, neighbor, neighbourhood, neighborhood', es: 'vecino, vecina, barrio', fr: 'voisin, voisine, quartier', de: 'nachbar, nachbarn, nachbarin, nachbarschaft', pt: 'vizinho, vizinha, bairro', ar: 'جار, جيران', ja: '近所' },
  volunteering: { en: 'volunteering, volunteer, charity', es: 'voluntariado, voluntario', fr: 'bénévolat, bénévole', de: 'ehrenamt, freiwilligenarbeit', pt: 'voluntariado, voluntário', ja: 'ボランティア' },
  playgrounds: { en: 'playground', es: 'parque infantil', fr: 'aire de jeux', de: 'spielplatz, spielplätze', pt: 'parquinho' },
  cities: { en: 'city, cities, town, downtown', es: 'ciudad', fr: 'ville', de: 'stadt, städte, innenstadt', pt: 'cidade', ar: 'مدينة, مدن', hi: 'शहर', ja: '都市' },
  'village life': { en: 'village, countryside', fr: 'village, campagne', de: 'dorf, dörfer', pt: 'aldeia', hi: 'गाँव, गांव', ar: 'قرية', ja: '田舎' },
};

export const technology: Concepts = {
  'artificial intelligence': { any: 'chatgpt', en: 'artificial intelligence, ai, chatbot', es: 'inteligencia artificial, ia', fr: 'intelligence artificielle, ia', de: 'künstliche intelligenz, ki, ai', pt: 'inteligência artificial, ia', ar: 'الذكاء الاصطناعي, ذكاء اصطناعي', hi: 'कृत्रिम बुद्धिमत्ता, एआई', ja: '人工知能, ai' },
  phones: { any: 'smartphone, iphone, android', en: 'phone', es: 'móvil, celular, teléfono', fr: 'téléphone, téléphone portable', de: 'handy, handys', pt: 'celular, telemóvel, telefone', ar: 'هاتف, هواتف, جوال', hi: 'फोन, फ़ोन, मोबाइल', ja: 'スマホ, スマートフォン, 携帯' },
  computers: { any: 'laptop, pc', en: 'computer', es: 'ordenador, computadora', fr: 'ordinateur', de: 'computer, rechner', pt: 'computador', ar: 'حاسوب, كمبيوتر', hi: 'कंप्यूटर', ja: 'パソコン' },
  programming: { any: 'python, javascript, typescript', en: 'programming, programming language, coding, code', es: 'programación, lenguaje de programación', fr: 'programmation, langage de programmation', de: 'programmieren, programmiersprache', pt: 'programação, linguagem de programação', ar: 'برمجة', ja: 'プログラミング' },
  'social media': { any: 'instagram, tiktok, facebook, whatsapp', en: 'social media, social network', es: 'redes sociales, red social', fr: 'réseaux sociaux, réseau social', de: 'soziale medien, soziales netzwerk', pt: 'redes sociais, rede social', ar: 'وسائل التواصل الاجتماعي', hi: 'सोशल मीडिया', ja: 'sns' },
  'electric cars': { any: 'tesla', en: 'electric car, electric vehicle', es: 'coche eléctrico, coches eléctricos', fr: 'voiture électrique, voitures électriques', de: 'elektroauto, e auto', pt: 'carro elétrico, carros elétricos', ar: 'سيارة كهربائية, سيارات كهربائية', ja: '電気自動車' },
  cars: { en: 'car', es: 'coche', fr: 'voiture', de: 'auto, autos', pt: 'carro', ar: 'سيارة, سيارات', hi: 'कार', ja: '自動車' },
  privacy: { en: 'privacy, surveillance', es: 'privacidad', fr: 'vie privée', de: 'datenschutz', pt: 'privacidade', ar: 'خصوصية', ja: 'プライバシー' },
  passwords: { en: 'password', es: 'contraseña', fr: 'mot de passe, mots de passe', de: 'passwort, passwörter', pt: 'senha', ja: 'パスワード' },
  robots: { any: 'robot', de: 'roboter', ja: 'ロボット', ar: 'روبوت' },
  'space exploration': { any: 'nasa', en: 'mars mission, space travel, space telescope, space exploration, astronaut', es: 'astronauta', fr: 'astronaute', de: 'raumfahrt, weltraum', pt: 'astronauta', ja: '宇宙' },
  internet: { any: 'internet, wifi, wi fi', ar: 'إنترنت', hi: 'इंटरनेट', ja: 'インターネット' },
  cryptocurrency: { any: 'bitcoin, ethereum, crypto', en: 'cryptocurrency, cryptocurrencies', es: 'criptomoneda', fr: 'cryptomonnaie', de: 'kryptowährung', pt: 'criptomoeda' },
};
