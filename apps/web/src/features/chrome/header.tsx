import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Drawer, DrawerButton } from '@sesa/ui/overlay/drawer.tsx'
import { MenuIcon, UserIcon } from '@sesa/ui/art/icons.tsx'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { ACCOUNT } from '../../lib/account-entries.ts'
import { paths } from '../../lib/paths.ts'

const DRAWER_ID = 'menu'

interface Link {
  href: string
  text: string
}

const HEADER: readonly Link[] = [
  { href: paths.home, text: i18n.t('Home') },
  { href: paths.about, text: i18n.t('About') },
  { href: paths.howItWorks, text: i18n.t('How it works') },
  { href: paths.contact, text: i18n.t('Contact') },
  { href: paths.sendMoney, text: i18n.t('Send Money') },
]

const SEND: Link = { href: paths.sendMoney, text: i18n.t('Send Money') }

const ABOUT: readonly Link[] = [
  { href: paths.about, text: i18n.t('About us') },
  { href: paths.contact, text: i18n.t('Contact Us') },
  { href: paths.howItWorks, text: i18n.t('How It Works') },
]

const HOME: Link = { href: paths.home, text: i18n.t('Home') }
const HELP: Link = { href: paths.help, text: i18n.t('Help') }

/** The groups of the drawer; what a customer does most comes first, and what they read once last. */
const SIGNED_OUT: readonly (readonly Link[])[] = [
  [
    HOME,
    ...ABOUT,
    SEND,
    HELP,
    { href: paths.signIn, text: i18n.t('Sign in') },
    { href: paths.signIn, text: i18n.t('Sign up') },
  ],
]
const SIGNED_IN: readonly (readonly Link[])[] = [
  [
    SEND,
    { href: paths.dashboard, text: i18n.t('Transactions') },
    { href: paths.notices, text: i18n.t('Notices') },
  ],
  ...ACCOUNT.map(({ entries }) =>
    entries.flatMap(({ href, text, inDrawer = text }) =>
      href === undefined || inDrawer === null ? [] : { href, text: inDrawer },
    ),
  ),
  ABOUT,
]

/** Pages on which visitors sign in, and which therefore need no sign-in link in the header. */
const SIGN_IN_PAGES: readonly string[] = [paths.signIn, paths.signUp, paths.phoneSignIn, paths.emailSignUp]

interface HeaderProps {
  session: 'unknown' | 'in' | 'out'
  /** The path of the open page. */
  current: string
  /** The sign-out control, for the signed-in drawer. */
  signOut?: ReactNode
  /** The customer's initial, on the account menu's button. */
  initial?: string | undefined
  /** Link to the notices, with the number of unread ones; the drawer's link has no number. */
  bell?: ReactNode
}

/**
 * Renders the header of every page: logo, links, and the drawer behind the user or menu icon (spec, section 2). `/` has it
 * too: the specification leaves out only the drawer layout there, and without a header visitors could not sign in.
 */
export function Header({ session, current, signOut, initial, bell }: HeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-surface focus:p-3"
      >
        {i18n.t('Skip to main content')}
      </a>
      <div className="mx-auto flex h-18 max-w-288 items-center gap-1 px-[4vw] sm:px-6">
        <a href={paths.home} aria-label={i18n.t('Sesa, home')} className="mr-auto rounded-md">
          <Logo />
        </a>
        <nav aria-label={i18n.t('Main')} className="hidden items-center md:flex">
          {HEADER.map(({ href, text }) => {
            // The row below marks a customer's own pages.
            const isMarked = href === current && !(session === 'in' && href === paths.sendMoney)
            return (
              <a
                key={href}
                href={href}
                aria-current={isMarked ? 'page' : undefined}
                className={cx(
                  'flex min-h-12 items-center rounded-full px-3 hover:bg-sunken lg:px-4',
                  session === 'in' ? 'text-muted' : 'font-semibold',
                  isMarked && 'underline decoration-accent decoration-4 underline-offset-8',
                )}
              >
                {text}
              </a>
            )
          })}
        </nav>
        {session === 'out' && !SIGN_IN_PAGES.includes(current) && (
          <ButtonLink href={paths.signIn} variant="primary" className="px-5">
            {i18n.t('Sign in')}
          </ButtonLink>
        )}
        {session === 'in' && bell}
        {session === 'in' && (
          <DrawerButton
            drawer={DRAWER_ID}
            aria-label={i18n.t('Account menu')}
            className="bg-brand-soft text-brand-ink"
          >
            {initial === undefined ? (
              <UserIcon />
            ) : (
              <span aria-hidden="true" className="text-xl font-bold">
                {initial}
              </span>
            )}
          </DrawerButton>
        )}
        {session === 'out' && (
          <DrawerButton
            drawer={DRAWER_ID}
            aria-label={i18n.t('Menu')}
            // The landing page needs the drawer only where its links do not fit; other pages always have it.
            className={cx('-mr-2', current === paths.home && 'md:hidden')}
          >
            <MenuIcon className="md:hidden" />
            {/* Next to the links of a wide header, a second menu icon would look like the same menu again. */}
            {current !== paths.home && <UserIcon className="hidden md:flex" />}
          </DrawerButton>
        )}
      </div>
      <Drawer id={DRAWER_ID} label={i18n.t('Menu')}>
        <nav aria-label={i18n.t('Menu')} className="menu">
          {(session === 'in' ? SIGNED_IN : SIGNED_OUT).map((links, index) => (
            // The groups never change position.
            <ul key={index}>
              {links.map(({ href, text }) => (
                <li key={text}>
                  <a href={href} aria-current={href === current ? 'page' : undefined}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="mt-6 flex flex-col gap-6 border-t border-line pt-6">
          {session === 'in' && signOut}
          <ThemeChoice place="drawer" />
        </div>
      </Drawer>
    </header>
  )
}
