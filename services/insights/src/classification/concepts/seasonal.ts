import type { Concepts } from './concept-words.js';

/** Occasions of the year, which belong to no context. */
export const seasonal: Concepts = {
  christmas: {
    any: 'xmas',
    en: 'christmas',
    es: 'navidad, navidades',
    fr: 'noël',
    de: 'weihnachten, weihnachtsmarkt, weihnachtsbaum',
    pt: 'natal',
    ar: 'عيد الميلاد',
    hi: 'क्रिसमस',
    ja: 'クリスマス',
  },
  'new year': {
    en: 'new year, new year s eve',
    es: 'año nuevo, nochevieja',
    fr: 'nouvel an, nouvelle année',
    de: 'silvester, neujahr',
    pt: 'ano novo',
    ar: 'رأس السنة, السنة الجديدة',
    hi: 'नया साल, नए साल',
    ja: '正月, 新年',
  },
  resolutions: {
    en: 'resolution',
    es: 'propósitos',
    fr: 'bonnes résolutions',
    de: 'neujahrsvorsätze, vorsätze',
    pt: 'resoluções',
  },
  easter: { en: 'easter', es: 'semana santa, pascua', fr: 'pâques', de: 'ostern', pt: 'páscoa' },
  halloween: { any: 'halloween', ja: 'ハロウィン', ar: 'هالوين', hi: 'हैलोवीन' },
  'back to school': {
    en: 'back to school',
    es: 'vuelta al cole, vuelta a clases',
    fr: 'rentrée, rentrée scolaire',
    de: 'schulanfang, einschulung',
    pt: 'volta às aulas',
    ar: 'العودة إلى المدارس, العودة للمدارس',
    ja: '新学期',
  },
  diwali: { any: 'diwali', hi: 'दिवाली, दीवाली' },
  ramadan: { any: 'ramadan', ar: 'رمضان' },
  'cherry blossoms': { en: 'cherry blossom', ja: '花見, お花見' },
};
