/** Every page that needs no session and no script. */
export const PUBLIC_PAGES = [
  '/',
  '/about',
  '/how-it-works',
  '/contact-us',
  '/loans',
  '/commodities',
  '/testimonials',
  '/help/bank-transfer',
  '/help',
  '/help/mobile-money',
  '/help/agents',
  '/help/pay-by-card',
] as const

/** What a journey knows about each public page. */
export type OfPublicPages<T> = Readonly<Record<(typeof PUBLIC_PAGES)[number], T>>
