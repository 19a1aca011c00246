import { LEGAL_DOCUMENTS, versionPath, type LegalDocument } from '@sesa/contract/legal'
import { paths } from '../../lib/paths.ts'
import type { Listed } from '../public-page.ts'
import { AccessibilityPage, ComplaintsPage, LicencesPage, SecurityPage } from './company-pages.tsx'
import { FeesPage } from './fees-page.tsx'
import { DocumentPage } from './legal-page.tsx'

const ABOUT: Readonly<Record<LegalDocument['name'], string>> = {
  terms:
    'The agreement between you and Sesa: price, cancelling, refunds, errors and your part in keeping safe.',
  privacy: 'What Sesa stores about you, why, with whom we share it, for how long, and your rights.',
  esign: 'What customers in the United States agree to when they get receipts on screen and by email.',
}

/** The current version of each document, and every version at a permanent address. */
const DOCUMENTS = Object.fromEntries(
  LEGAL_DOCUMENTS.flatMap((document): (readonly [string, Listed])[] => {
    const about = { title: `${document.title} · Sesa`, description: ABOUT[document.name] }
    return [
      [document.path, { ...about, content: () => <DocumentPage document={document} /> }],
      ...document.versions.map((version): readonly [string, Listed] => [
        versionPath(document, version.version),
        {
          title: `${document.title}, version of ${version.version} · Sesa`,
          description: about.description,
          // A search engine should find the current text.
          hidden: true,
          content: () => <DocumentPage document={document} version={version} />,
        },
      ]),
    ]
  }),
)

/** The legal pages by their path. */
export const LISTED_LEGAL: Readonly<Record<string, Listed>> = {
  ...DOCUMENTS,
  [paths.fees]: {
    title: 'Fees and limits · Sesa',
    description:
      'What a transfer costs, our margin for each direction, how much you can send, and who decides.',
    content: () => <FeesPage />,
  },
  [paths.licences]: {
    title: 'Licences · Sesa',
    description: 'The company behind Sesa, its number and address, and its licences with their regulators.',
    content: () => <LicencesPage />,
  },
  [paths.complaints]: {
    title: 'Complaints · Sesa',
    description: 'How to complain, how fast we answer in your country, and who decides after us.',
    content: (session) => <ComplaintsPage session={session} />,
  },
  [paths.accessibility]: {
    title: 'Accessibility · Sesa',
    description:
      'What works with a keyboard, a screen reader or a small phone, and how to tell us what does not.',
    content: () => <AccessibilityPage />,
  },
  [paths.security]: {
    title: 'Security · Sesa',
    description: 'How we protect your money and data, what you can do, and how to report a weak point.',
    content: () => <SecurityPage />,
  },
}
