/** Anchors of the page and their titles. */
export const SECTIONS = [
  { id: 'features', title: 'landing.features' },
  { id: 'how-it-works', title: 'landing.howItWorks' },
  { id: 'ai-insights', title: 'landing.aiInsights' },
  { id: 'testimonials', title: 'landing.testimonials' },
] as const;
