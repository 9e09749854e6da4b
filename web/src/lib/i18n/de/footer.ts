import type { Translation } from '../translation';

export const footer = {
  footer: 'Fußzeile',
  product: 'Produkt',
  features: 'Funktionen',
  howItWorks: 'So geht’s',
  help: 'Hilfe',
  company: 'Unternehmen',
  about: 'Über uns',
  careers: 'Karriere',
  blog: 'Blog',
  legal: 'Rechtliches',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  rules: 'Regeln',
  imprint: 'Impressum',
  cookies: 'Cookies',
  licenses: 'Open-Source-Lizenzen',
  source: 'Quellcode',
  follow: 'Folge uns',
} as const satisfies Translation['footer'];
