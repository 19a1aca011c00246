import type { ReactNode } from 'react'
import { readBlocks, versionPath, type LegalDocument, type LegalVersion } from '@sesa/contract/legal'
import { TextLink } from '@sesa/ui/button.tsx'
import { LEGAL, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { DocPage } from '../pages/doc-page.tsx'
import { anchorOf, TextBlocks } from '../pages/text-blocks.tsx'

/** The legal pages in the order of their menu. */
const LEGAL_PAGES = [
  [paths.terms, 'Terms'],
  [paths.privacy, 'Privacy'],
  [paths.fees, 'Fees and limits'],
  [paths.licences, 'Licences'],
  [paths.complaints, 'Complaints'],
  [paths.accessibility, 'Accessibility'],
  [paths.security, 'Security'],
] as const

interface LegalFrameProps {
  title: string
  lead: ReactNode
  path: string
  children: ReactNode
  /** Links next to the text, above the list of other pages. */
  aside?: ReactNode
}

/** Renders the frame of every legal page: the text, and links to the other pages. */
export function LegalFrame({ title, lead, path, aside, children }: LegalFrameProps) {
  return (
    <DocPage title={title} lead={lead}>
      <div className="mx-auto grid max-w-288 gap-12 px-4 py-12 sm:px-6 md:grid-cols-[minmax(0,1fr)_14rem] md:gap-16 md:py-16">
        <div className="flex min-w-0 flex-col gap-8">
          <When name="legal-sample">
            <p className="max-w-[65ch] rounded-md bg-accent-soft p-4 font-semibold">
              Sample text of a sandbox. The company and its details on this page are not real.
            </p>
          </When>
          {children}
        </div>
        <div className="flex flex-col gap-10">
          {aside}
          <nav aria-label="Legal pages" className="border-t-4 border-accent pt-6">
            <h2 className="text-xl">Legal pages</h2>
            <ul className="mt-2 flex flex-col">
              {LEGAL_PAGES.filter(([other]) => other !== path).map(([other, name]) => (
                <li key={other}>
                  <TextLink href={other} className="inline-flex min-h-12 items-center">
                    {name}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </DocPage>
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns the date of a version in words: "24 November 2026". */
function dateOf(version: string): string {
  return DATE.format(new Date(`${version}T00:00:00Z`))
}

interface DocumentPageProps {
  document: LegalDocument
  /** The displayed version; by default the current one. */
  version?: LegalVersion
}

/** Renders a document that customers agree to, in its current version or an earlier one. */
export function DocumentPage({ document, version }: DocumentPageProps) {
  const [current] = document.versions
  const shown = version ?? current
  const headings = readBlocks(shown.text).flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
  const isOld = shown.version !== current.version
  return (
    <LegalFrame
      title={document.title}
      lead={`Version of ${dateOf(shown.version)}, by ${LEGAL.name}.`}
      path={document.path}
      aside={
        <nav aria-label="On this page" className="border-t-4 border-accent pt-6 max-md:hidden">
          <h2 className="text-xl">On this page</h2>
          <ul className="mt-2 flex flex-col gap-1">
            {headings.map((heading) => (
              <li key={heading}>
                <a
                  href={`#${anchorOf(heading)}`}
                  className="inline-flex min-h-8 items-center hover:underline"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      {isOld && (
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
          This version is no longer current. Read the{' '}
          <TextLink href={document.path}>version of {dateOf(current.version)}</TextLink>.
        </p>
      )}
      <TextBlocks text={shown.text} />
      <section className="flex max-w-[65ch] flex-col gap-3 border-t border-line pt-6">
        <h2 className="text-xl">Versions</h2>
        <ul className="flex flex-col">
          {document.versions.map(({ version: name, changes }) => (
            <li key={name}>
              <TextLink href={versionPath(document, name)} className="inline-flex min-h-12 items-center">
                {dateOf(name)}
              </TextLink>{' '}
              {changes}
            </li>
          ))}
        </ul>
      </section>
    </LegalFrame>
  )
}
