import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'
import { Weave } from '../../ui/weave.tsx'

/** The foot of every page. `contact` are the operator's lines, which come with the configuration. */
export function Footer({ contact }: { contact: ReactNode }) {
  return (
    <footer className="mt-auto">
      <Weave />
      <div className="on-deep">
        <div className="mx-auto grid max-w-288 gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[1.4fr_1fr_1fr_1.4fr]">
          <div className="flex flex-col gap-4">
            <Logo />
            <p className="max-w-[32ch] text-on-deep-muted">
              Sesa is Twi for change. We turn your card payment into money on a phone back home.
            </p>
            <ThemeChoice place="footer" />
          </div>
          <Column title="About">
            <FooterLink href={`${paths.home}#features`}>What we do</FooterLink>
            <FooterLink href={`${paths.home}#why`}>Why choose us</FooterLink>
            <FooterLink href={`${paths.home}#reach`}>Our reach</FooterLink>
          </Column>
          <Column title="Help">
            <FooterLink href={`${paths.home}#mobile-money`}>Mobile money</FooterLink>
            <FooterLink href={`${paths.home}#bank-transfer`}>Bank transfer</FooterLink>
          </Column>
          <section>
            <h2 className="mb-3 text-lg">Contact Info</h2>
            {contact}
          </section>
        </div>
        <p className="mx-auto max-w-288 border-t border-on-deep-muted/30 px-4 pt-6 pb-24 text-on-deep-muted sm:px-6">
          © 2024 Sesa
        </p>
      </div>
    </footer>
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
