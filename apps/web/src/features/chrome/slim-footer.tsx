import * as i18n from '@sesa/contract/i18n'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { paths } from '../../lib/paths.ts'
import { SupportLine } from './contact-info.tsx'

const LINKS = [
  { href: paths.about, text: i18n.t('About Sesa') },
  { href: paths.howItWorks, text: i18n.t('How it works') },
  { href: paths.help, text: i18n.t('Help') },
  { href: paths.contact, text: i18n.t('Contact us') },
] as const

/** Renders the footer of the app's pages: support for the current task, in a few lines. */
export function SlimFooter() {
  return (
    <footer className="mt-auto">
      <KenteStrip />
      <div className="on-deep">
        <div className="mx-auto flex max-w-288 flex-wrap items-center gap-x-8 gap-y-3 px-4 pt-5 pb-28 md:pb-16 text-on-deep-muted sm:px-6">
          <nav aria-label={i18n.t('About and help')}>
            <ul className="flex flex-wrap gap-x-6">
              {LINKS.map(({ href, text }) => (
                <li key={href}>
                  <a href={href} className="inline-flex min-h-11 items-center hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <SupportLine />
          <p>{i18n.t('© 2024 Sesa')}</p>
        </div>
      </div>
    </footer>
  )
}
