import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { paths } from '../../lib/paths.ts'
import { ContactInfo, SupportLine } from './contact-info.tsx'
import { LEGAL, When } from './slots.tsx'

/**
 * Renders the footer of the public pages, and the sandbox's banner. Plain HTML that the build writes and the server
 * completes, so it adds nothing to any script. Customers choose the theme in their account menu.
 */
export function Footer({ session }: { session: 'in' | 'out' }) {
  return (
    <>
      <footer className="mt-auto">
        <KenteStrip />
        <div className="on-deep">
          <div className="mx-auto flex max-w-288 flex-wrap justify-between gap-x-6 gap-y-10 px-4 py-12 sm:px-6 lg:grid lg:grid-cols-[1.4fr_1fr_1.2fr_1.4fr]">
            <div className="flex w-full flex-col gap-4 sm:w-auto">
              <Logo />
              <p className="max-w-[32ch] text-on-deep-muted">
                {i18n.t('Sesa is Twi for change. We turn your payment into money on a phone back home.')}
              </p>
              {session === 'out' && <ThemeChoice place="footer" />}
            </div>
            <Column title={i18n.t('About')}>
              <FooterLink href={paths.about}>{i18n.t('About Sesa')}</FooterLink>
              <FooterLink href={paths.howItWorks}>{i18n.t('How it works')}</FooterLink>
              <FooterLink href={`${paths.home}#reach`}>{i18n.t('Our reach')}</FooterLink>
              <FooterLink href={paths.rates}>{i18n.t('Exchange rates')}</FooterLink>
              <FooterLink href={paths.testimonials}>{i18n.t('Testimonials')}</FooterLink>
            </Column>
            <Column title={i18n.t('Help')}>
              <FooterLink href={paths.helpBankTransfer}>{i18n.t('Bank transfer')}</FooterLink>
              <FooterLink href={paths.helpMobileMoney}>{i18n.t('Mobile money')}</FooterLink>
              <FooterLink href={paths.helpAgents}>{i18n.t('Cash at an agent')}</FooterLink>
              <FooterLink href={paths.helpPayByCard}>{i18n.t('Ways to pay')}</FooterLink>
              <FooterLink href={paths.contact}>{i18n.t('Contact us')}</FooterLink>
              <FooterLink href={paths.help}>{i18n.t('All help')}</FooterLink>
            </Column>
            <ContactInfo />
          </div>
          <div className="mx-auto max-w-288 px-4 pb-24 sm:px-6">
            <nav aria-label={i18n.t('Legal')}>
              <ul className="mb-6 flex flex-wrap gap-x-6">
                <FooterLink href={paths.terms}>{i18n.t('Terms')}</FooterLink>
                <FooterLink href={paths.privacy}>{i18n.t('Privacy')}</FooterLink>
                <FooterLink href={paths.fees}>{i18n.t('Fees and limits')}</FooterLink>
                <FooterLink href={paths.licences}>{i18n.t('Licences')}</FooterLink>
                <FooterLink href={paths.complaints}>{i18n.t('Complaints')}</FooterLink>
                <FooterLink href={paths.accessibility}>{i18n.t('Accessibility')}</FooterLink>
                <FooterLink href={paths.security}>{i18n.t('Security')}</FooterLink>
              </ul>
            </nav>
            <When name="regulated-by">
              <p className="mb-6 font-semibold">
                <a href={paths.licences} className="underline">
                  {i18n.t('Regulated by {regulators}', { regulators: LEGAL.regulatedBy })}
                </a>
              </p>
            </When>
            <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-t border-on-deep-muted/30 pt-6 text-on-deep-muted">
              <SupportLine />
              <p>{i18n.t('© 2024 Sesa')}</p>
            </div>
          </div>
        </div>
      </footer>
      <SandboxBanner />
    </>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-1 text-lg">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} className="inline-flex min-h-11 items-center text-on-deep-muted hover:underline">
        {children}
      </a>
    </li>
  )
}

/** Marks the page as a sandbox. Fixed to the edge of the screen, so that nothing moves when it appears. */
export function SandboxBanner() {
  return (
    <When name="sandbox">
      <aside
        aria-label={i18n.t('Sandbox')}
        data-banner=""
        className="fixed inset-x-0 bottom-0 z-30 bg-accent px-4 py-2 text-center font-semibold text-on-accent"
      >
        <a href="/sandbox" className="underline decoration-2 underline-offset-4">
          {i18n.t('Sandbox: no real money moves')}
        </a>
      </aside>
    </When>
  )
}
