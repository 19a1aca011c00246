import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Drawer, DrawerButton } from '../../ui/overlay/drawer.tsx'
import { MenuIcon, UserIcon } from '../../ui/art/icons.tsx'
import { Logo } from '../../ui/art/logo.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'

const DRAWER_ID = 'menu'

interface Link {
  href: string
  text: string
}

const HEADER: readonly Link[] = [
  { href: paths.home, text: 'Home' },
  { href: paths.about, text: 'About' },
  { href: paths.howItWorks, text: 'How it works' },
  { href: paths.contact, text: 'Contact' },
  { href: paths.sendMoney, text: 'Send Money' },
]

const DRAWER: readonly Link[] = [
  { href: paths.about, text: 'About us' },
  { href: paths.contact, text: 'Contact Us' },
  { href: paths.howItWorks, text: 'How It Works' },
  { href: paths.sendMoney, text: 'Send Money' },
]

const SIGNED_IN: readonly Link[] = [
  { href: paths.dashboard, text: 'Transactions' },
  { href: paths.notices, text: 'Notices' },
  { href: paths.profile, text: 'Profile' },
  { href: paths.settings, text: 'Settings' },
]

const SIGNED_OUT: readonly Link[] = [{ href: paths.signIn, text: 'Sign up' }]

interface HeaderProps {
  session: 'unknown' | 'in' | 'out'
  /** The path of the open page. */
  current: string
  /** The sign-out control, for the signed-in drawer. */
  signOut?: ReactNode
  /** The link to the notices, which counts the unread ones; the drawer's link does not. */
  bell?: ReactNode
}

/** The header of every page: logo, links, and the drawer behind the user or menu icon (spec, section 2). */
export function Header({ session, current, signOut, bell }: HeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-surface focus:p-3"
      >
        Skip to main content
      </a>
      <div className="mx-auto flex h-18 max-w-288 items-center gap-2 px-4 sm:px-6">
        <a href={paths.home} aria-label="Sesa, home" className="mr-auto rounded-md">
          <Logo />
        </a>
        <nav aria-label="Main" className="hidden items-center md:flex">
          {HEADER.map(({ href, text }) => (
            <a
              key={href}
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className={cx(
                'flex min-h-12 items-center rounded-full px-3 font-semibold hover:bg-sunken lg:px-4',
                href === current && 'underline decoration-accent decoration-4 underline-offset-8',
              )}
            >
              {text}
            </a>
          ))}
        </nav>
        {session === 'out' && (
          <ButtonLink href={paths.signIn} variant="primary" className="px-5">
            Sign in
          </ButtonLink>
        )}
        {session === 'in' && bell}
        {session === 'in' && (
          <DrawerButton drawer={DRAWER_ID} aria-label="Account menu" className="bg-brand-soft text-brand-ink">
            <UserIcon />
          </DrawerButton>
        )}
        {session === 'out' && (
          <DrawerButton
            drawer={DRAWER_ID}
            aria-label="Menu"
            // The landing page needs the drawer only where its links do not fit; other pages always have it.
            className={cx('-mr-2', current === paths.home && 'md:hidden')}
          >
            <MenuIcon />
          </DrawerButton>
        )}
      </div>
      <Drawer id={DRAWER_ID} label="Menu">
        <nav aria-label="Menu" className="mt-4">
          <ul className="flex flex-col gap-1">
            {[...DRAWER, ...(session === 'in' ? SIGNED_IN : SIGNED_OUT)].map(({ href, text }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={href === current ? 'page' : undefined}
                  className={cx(
                    'flex min-h-12 items-center rounded-md px-3 text-xl font-bold hover:bg-sunken',
                    href === current && 'bg-brand-soft text-brand-ink',
                  )}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-6 flex flex-col gap-6 border-t border-line pt-6">
          {session === 'in' && signOut}
          <ThemeChoice place="drawer" />
        </div>
      </Drawer>
    </header>
  )
}
