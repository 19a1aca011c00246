import { AGREEMENT_WORDS } from '@sesa/contract'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from './paths.ts'

const LINKS: Readonly<Record<string, string>> = { Terms: paths.terms, 'Privacy Policy': paths.privacy }

/** Renders the agreement to Terms and Privacy Policy, with links that open without leaving the form. */
export function TermsLine() {
  return (
    <p className="text-muted">
      {AGREEMENT_WORDS.terms.split(/(Terms|Privacy Policy)/).map((part, index) => {
        const href = LINKS[part]
        return href === undefined ? (
          part
        ) : (
          <TextLink key={index} href={href} target="_blank">
            {part}
          </TextLink>
        )
      })}
    </p>
  )
}
