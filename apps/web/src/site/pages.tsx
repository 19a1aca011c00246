import { paths } from '../lib/paths.ts'
import { AboutPage } from './pages/about-page.tsx'
import { ComingPage } from './pages/coming-page.tsx'
import { ContactPage } from './pages/contact-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { HowItWorksPage } from './pages/how-it-works-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { LISTED_HELP } from './help/listed.tsx'
import { LISTED_LEGAL } from './legal/listed.tsx'
import { LISTED_RATES } from './rates/listed.tsx'
import type { Listed, PublicPage } from './public-page.ts'
import { ORIGIN, REACH, SUPPORT } from '../features/chrome/slots.tsx'
import { TestimonialsPage } from './pages/testimonials-page.tsx'

const ORGANISATION = {
  '@type': 'Organization',
  '@id': `${ORIGIN}/#sesa`,
  name: 'Sesa',
  url: `${ORIGIN}/`,
  email: SUPPORT.email,
  telephone: SUPPORT.phone,
}

const WEB_SITE = {
  '@type': 'WebSite',
  name: 'Sesa',
  url: `${ORIGIN}/`,
  publisher: { '@id': ORGANISATION['@id'] },
}

/** Every public page by its path; links, the sitemap and the server use the same path. */
const LISTED: Readonly<Record<string, Listed>> = {
  [paths.home]: {
    title: `Sesa · Send money to ${REACH.to}`,
    description: `Send money home by mobile money or card. It arrives on a phone in ${REACH.to}. See the rate and what arrives before you pay.`,
    facts: [ORGANISATION, WEB_SITE],
    entries: ['converter'],
    content: (session) => <HomePage session={session} />,
  },
  [paths.about]: {
    title: 'About · Sesa',
    description: 'Who we are, how we earn and how we protect your money.',
    facts: [{ '@type': 'AboutPage', name: 'About Sesa', about: ORGANISATION }],
    content: (session) => <AboutPage session={session} />,
  },
  [paths.howItWorks]: {
    title: 'How it works · Sesa',
    description:
      'Eight steps from your wallet or card to their phone: sign up, add funds, choose who gets it, and track it.',
    content: (session) => <HowItWorksPage session={session} />,
  },
  [paths.contact]: {
    title: 'Contact · Sesa',
    description: 'Address, phone, email and a form that reaches our support.',
    facts: [{ '@type': 'ContactPage', name: 'Contact Sesa', about: ORGANISATION }],
    entries: ['contact'],
    content: (session) => <ContactPage session={session} />,
  },
  [paths.loans]: {
    title: 'Request Loans · Sesa',
    description:
      'Loans for people who send money home regularly are coming. Leave your email and we’ll tell you when.',
    entries: ['interest'],
    content: () => <ComingPage topic="loans" />,
  },
  [paths.commodities]: {
    title: 'Buy Commodities · Sesa',
    description:
      'Pay for rice, fuel or cement here and have it handed over there. Coming soon. Leave your email and we’ll tell you when.',
    entries: ['interest'],
    content: () => <ComingPage topic="commodities" />,
  },
  [paths.testimonials]: {
    title: 'Testimonials · Sesa',
    description: 'Sample stories of how people send money home with Sesa.',
    content: (session) => <TestimonialsPage session={session} />,
  },
  ...LISTED_HELP,
  ...LISTED_LEGAL,
  ...LISTED_RATES,
}

const NOT_FOUND: PublicPage = {
  path: null,
  title: 'Page not found · Sesa',
  description: 'There is no page at this address.',
  facts: [],
  hidden: true,
  entries: [],
  content: (session) => <NotFoundPage session={session} />,
}

export const PUBLIC_PATHS: readonly string[] = Object.keys(LISTED)

/** Returns the page at this path, or the "not found" page. */
export function pageAt(path: string | null): PublicPage {
  const listed = path === null ? undefined : LISTED[path]
  return listed === undefined ? NOT_FOUND : { facts: [], entries: [], hidden: false, ...listed, path }
}
