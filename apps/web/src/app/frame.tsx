import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ConnectionBar } from '../features/chrome/connection-bar.tsx'
import { ContactInfo } from '../features/chrome/contact-info.tsx'
import { Footer } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { SandboxBanner } from '../features/chrome/sandbox-banner.tsx'
import { SignOutButton } from '../features/chrome/sign-out-button.tsx'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { FlagSprite } from '../ui/flag-sprite.tsx'
import { useLinkNavigation, useScrollToTop } from './navigation.ts'

/** Header, page, footer; and the clicks and scrolling that belong to no page. */
export function Frame({ children }: { children: ReactNode }) {
  const { status, config, signOut } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useLinkNavigation()
  useScrollToTop()

  const leave = async () => {
    const failure = await signOut()
    if (!failure) void navigate(paths.signIn)
    return failure
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <FlagSprite />
      <Header session={status} current={pathname} signOut={<SignOutButton signOut={leave} />} />
      <main id="main" tabIndex={-1} className="min-h-[70vh] grow">
        {children}
      </main>
      <Footer contact={<ContactInfo support={config?.support ?? null} />} />
      {config?.sandbox && <SandboxBanner />}
      <ConnectionBar />
    </div>
  )
}
