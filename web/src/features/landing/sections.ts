/** Anchors of the page (spec 2) and what they are called. */
export const SECTIONS = [
  { id: 'features', title: 'landing.features' },
  { id: 'how-it-works', title: 'landing.howItWorks' },
  { id: 'ai-insights', title: 'landing.aiInsights' },
  { id: 'testimonials', title: 'landing.testimonials' },
] as const;
