import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Drawer, DrawerButton } from '../../ui/drawer.tsx'
import { MenuIcon, UserIcon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'

const DRAWER_ID = 'menu'

interface HeaderProps {
  session: 'unknown' | 'in' | 'out'
  /** The path being shown. */
  current: string
  /** The sign-out control, for the signed-in drawer. */
  signOut?: ReactNode
}

/** The top of every page: mark, links, and the drawer behind the user icon or the menu button. */
export function Header({ session, current, signOut }: HeaderProps) {
  return (
    <header className="border-b border-line bg-paper">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-surface focus:p-3"
      >
        Skip to the page
      </a>
      <div className="mx-auto flex h-18 max-w-288 items-center gap-2 px-4 sm:px-6">
        <a href={paths.home} aria-label="Sesa, home" className="mr-auto rounded-md">
          <Logo />
        </a>
        <nav aria-label="Main" className="hidden items-center gap-1 sm:flex">
          <NavLink href={paths.home} current={current}>
            Home
          </NavLink>
          <NavLink href={paths.sendMoney} current={current}>
            Send Money
          </NavLink>
        </nav>
        {session === 'out' && (
          <ButtonLink href={paths.signIn} variant="primary" className="px-5">
            Sign in
          </ButtonLink>
        )}
        {session === 'in' && (
          <DrawerButton drawer={DRAWER_ID} aria-label="Your menu" className="bg-brand-soft text-brand-ink">
            <UserIcon />
          </DrawerButton>
        )}
        {session === 'out' && (
          <DrawerButton drawer={DRAWER_ID} aria-label="Menu" className="-mr-2 sm:hidden">
            <MenuIcon />
          </DrawerButton>
        )}
      </div>
      <Drawer id={DRAWER_ID} label="Menu">
        <nav aria-label="Menu" className="mt-4 flex flex-col gap-1">
          <DrawerLink href={paths.home}>Home</DrawerLink>
          <DrawerLink href={paths.sendMoney}>Send Money</DrawerLink>
          {session === 'in' ? (
            <>
              <DrawerLink href={paths.dashboard}>Transactions</DrawerLink>
              <DrawerLink href={paths.profile}>Profile</DrawerLink>
            </>
          ) : (
            <DrawerLink href={paths.signIn}>Sign up</DrawerLink>
          )}
        </nav>
        <div className="mt-6 border-t border-line pt-6">
          <ThemeChoice place="drawer" />
        </div>
        {session === 'in' && <div className="mt-6 border-t border-line pt-6">{signOut}</div>}
      </Drawer>
    </header>
  )
}

function NavLink({ href, current, children }: { href: string; current: string; children: ReactNode }) {
  const here = href === current
  return (
    <a
      href={href}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'flex min-h-12 items-center rounded-full px-4 font-semibold hover:bg-sunken',
        here && 'underline decoration-accent decoration-4 underline-offset-8',
      )}
    >
      {children}
    </a>
  )
}

function DrawerLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="flex min-h-14 items-center rounded-md px-3 text-xl font-bold hover:bg-sunken">
      {children}
    </a>
  )
}
