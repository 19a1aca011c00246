import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { BASE, sectionsFor, type Section } from '../lib/paths.ts'
import { signOut, useMay, type Me } from '../lib/session.ts'
import { ROLE_WORDS } from '../lib/words.ts'
import { Refusal } from '../parts/refusal.tsx'
import { SearchBox } from './search/search-box.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The frame of every signed-in page: search box, sections, member and shortcuts. */
export function Frame({ me, hidden, children }: { me: Me; hidden: boolean; children: ReactNode }) {
  const may = useMay()
  const sections = sectionsFor(may)
  const search = useRef<HTMLInputElement>(null)
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
          <a href={sections[0]?.href} className="flex items-center gap-2 rounded-md">
            <Logo /> <span className="text-xl text-muted">office</span>
          </a>
          <SearchBox ref={search} />
          <Member me={me} />
        </div>
      </header>
      <div className="lg:flex">
        <Sections sections={sections} />
        <main id="main" tabIndex={-1} className="min-w-0 grow">
          {children}
        </main>
      </div>
      <Shortcuts sections={sections} onSearch={toSearch} />
    </div>
  )
}

function Member({ me }: { me: Me }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    setFailure(await signOut().finally(() => setBusy(false)))
  }
  return (
    <details className="relative ml-auto max-w-52 shrink-0">
      <summary className="flex min-h-12 list-none flex-col justify-center rounded-md px-3 text-right hover:bg-sunken">
        <span className="truncate font-semibold">{me.name}</span>
        <span className="truncate text-muted">{me.roles.map((role) => ROLE_WORDS[role]).join(', ')}</span>
      </summary>
      <div className="absolute right-0 z-30 mt-2 flex w-80 flex-col items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card">
        {failure && <Refusal failure={failure} />}
        <ThemeChoice place="office" />
        <p className="text-muted">Press ? for keyboard shortcuts.</p>
        <Button variant="secondary" full busy={busy} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </details>
  )
}

function Sections({ sections }: { sections: readonly Section[] }) {
  const { pathname } = useLocation()
  const current = BASE + pathname
  return (
    <nav
      aria-label="Sections"
      className="border-line bg-surface max-lg:border-b lg:min-h-[calc(100dvh-4.5rem)] lg:w-56 lg:shrink-0 lg:border-r"
    >
      <ul className="flex gap-1 max-lg:flex-wrap max-lg:px-3 max-lg:py-2 lg:sticky lg:top-0 lg:flex-col lg:p-3">
        {sections.map(({ href, label }) => {
          const here = current.startsWith(href)
          return (
            <li key={href}>
              <a
                href={href}
                aria-current={here ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center rounded-md px-4 font-semibold whitespace-nowrap',
                  here ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
                )}
              >
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
