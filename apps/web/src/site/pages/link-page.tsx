import type { ReactNode } from 'react'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { ConnectionBar } from '../../features/chrome/connection-bar.tsx'
import { SandboxBanner } from '../../features/chrome/footer.tsx'
import { paths } from '../../lib/paths.ts'

interface LinkPageProps {
  children: ReactNode
  /** Shown below the strip of cloth. */
  footer?: ReactNode
}

/**
 * Renders the frame of a page behind a secret link: the logo and its content, without menus, for people who may have no
 * account.
 */
export function LinkPage({ children, footer }: LinkPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ConnectionBar />
      <header className="border-b border-line">
        <div className="mx-auto flex h-18 max-w-160 items-center px-4 sm:px-6">
          <a href={paths.home} aria-label="Sesa, home" className="rounded-md">
            <Logo />
          </a>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-160 grow px-4 py-8 sm:px-6 sm:py-12">
        {children}
      </main>
      <footer className="pb-14">
        <KenteStrip />
        {footer}
      </footer>
      <SandboxBanner />
    </div>
  )
}
