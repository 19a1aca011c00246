import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { officeCalls } from '@sesa/contract/office'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { BASE, type Entry, holds, isBelow, menuFor, OWN_PAGES, paths } from '../lib/paths.ts'
import { signOut, useMay, type Me } from '../lib/session.ts'
import { ROLE_WORDS } from '../lib/words.ts'
import { countText } from '../lib/work.ts'
import { useCall } from '../lib/api.ts'
import { NextWork } from '../parts/next-work.tsx'
import { useRun } from '../parts/use-run.tsx'
import { SearchBox } from './search/search-box.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The frame of every signed-in page: search box, sections, member and shortcuts. */
export function Frame({ me, hidden, children }: { me: Me; hidden: boolean; children: ReactNode }) {
  const may = useMay()
  const menu = menuFor(may)
  const search = useRef<HTMLInputElement>(null)
  const [keysListed, setKeysListed] = useState(false)
  const toSearch = useCallback(() => {
    search.current?.focus()
    search.current?.select()
  }, [])
  return (
    // A session that ended hides what the member saw, but keeps what they typed.
    <div hidden={hidden} className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-surface focus:p-3"
        >
          Skip to main content
        </a>
        <div className="flex min-h-18 items-center gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-wrap sm:px-6">
          <a href={menu[0]?.pages[0].href} className="flex items-center gap-2 rounded-md">
            <Logo /> <span className="text-xl text-muted">office</span>
          </a>
          <SearchBox ref={search} />
          <NextWork />
          <Member me={me} onKeys={() => setKeysListed(true)} />
        </div>
      </header>
      <div className="lg:flex">
        <Menu menu={menu} />
        <main id="main" tabIndex={-1} className="min-w-0 grow">
          {children}
        </main>
      </div>
      <Shortcuts menu={menu} listed={keysListed} onList={setKeysListed} onSearch={toSearch} />
    </div>
  )
}

function Member({ me, onKeys }: { me: Me; onKeys: () => void }) {
  const { pathname } = useLocation()
  const { busy, run, refusal } = useRun()
  return (
    // Another page closes it.
    <details key={pathname} className="relative ml-auto max-w-52 shrink-0">
      <summary className="flex min-h-12 list-none flex-col justify-center rounded-md px-3 text-right hover:bg-sunken">
        <span className="truncate font-semibold">{me.name}</span>
        <span className="truncate text-muted">{me.roles.map((role) => ROLE_WORDS[role]).join(', ')}</span>
      </summary>
      <div className="absolute right-0 z-30 mt-2 flex w-80 flex-col items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card">
        {refusal}
        <ul>
          {OWN_PAGES.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="flex min-h-10 items-center rounded-md px-2 hover:bg-sunken">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ThemeChoice place="office" />
        <Button variant="quiet" onClick={onKeys}>
          Keyboard shortcuts
        </Button>
        <Button variant="secondary" full busy={busy} onClick={() => void run(signOut)}>
          Sign out
        </Button>
      </div>
    </details>
  )
}

function Menu({ menu }: { menu: readonly Entry[] }) {
  const { pathname } = useLocation()
  const address = BASE + pathname
  return (
    <nav
      aria-label="Sections"
      className="border-line bg-surface max-lg:border-b lg:min-h-[calc(100dvh-4.5rem)] lg:w-56 lg:shrink-0 lg:border-r"
    >
      <ul className="flex gap-1 max-lg:flex-wrap max-lg:px-3 max-lg:py-2 lg:sticky lg:top-0 lg:flex-col lg:p-3">
        {menu.map((entry) => {
          const { label, pages } = entry
          const here = holds(entry, address)
          return (
            <li key={label} className={cx(here && pages.length > 1 && 'max-lg:contents')}>
              <MenuLink href={pages[0].href} here={here} current={pages.length === 1 && here}>
                {label}
                {pages[0].href === paths.inbox && <InboxCount />}
              </MenuLink>
              {here && pages.length > 1 && (
                <ul className="flex gap-1 max-lg:order-last max-lg:w-full max-lg:flex-wrap max-lg:border-t max-lg:border-line max-lg:pt-2 lg:mb-2 lg:ml-4 lg:flex-col lg:border-l lg:border-line lg:pl-1">
                  {pages.map((page) => {
                    const open = isBelow(address, page.href)
                    return (
                      <li key={page.href}>
                        <MenuLink href={page.href} here={open} current={open}>
                          {page.label}
                        </MenuLink>
                      </li>
                    )
                  })}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** How much waits for the member; red when something is overdue. */
function InboxCount() {
  const { data } = useCall(['work', 'count'], officeCalls.inbox, { query: {} })
  const sum = (of: 'count' | 'overdue') => data?.queues.reduce((total, queue) => total + queue[of], 0) ?? 0
  if (sum('count') === 0) return null
  return (
    <span className={cx('ml-2 tabular-nums', sum('overdue') > 0 ? 'text-danger' : 'text-muted')}>
      {countText(sum('count'))}
      {sum('overdue') > 0 && <span className="sr-only">, {sum('overdue')} overdue</span>}
    </span>
  )
}

interface MenuLinkProps {
  href: string
  here: boolean
  current: boolean
  children: ReactNode
}

function MenuLink({ href, here, current, children }: MenuLinkProps) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex min-h-10 items-center rounded-md px-4 font-semibold whitespace-nowrap',
        here ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
      )}
    >
      {children}
    </a>
  )
}
