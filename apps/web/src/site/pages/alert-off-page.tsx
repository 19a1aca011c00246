import type { ReactNode } from 'react'
import { ConnectionBar } from '../../features/chrome/connection-bar.tsx'
import { SandboxBanner } from '../../features/chrome/footer.tsx'
import { liveSlot, WhenLive } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { KenteStrip } from '../../ui/art/kente-strip.tsx'
import { Logo } from '../../ui/art/logo.tsx'
import { Button, TextLink } from '../../ui/button.tsx'

/**
 * The page behind the link that switches a rate alert off. It needs neither sign-in nor script: opening it changes
 * nothing, and its button posts to the page's own address.
 */
export function AlertOffPage() {
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
        <WhenLive name="ask">
          <Part title="Turn off this rate alert?">
            <p className="mt-4 text-lg">It tells you about {liveSlot('about')}.</p>
            <form method="post" className="mt-6">
              <Button type="submit" size="lg" name="List-Unsubscribe" value="One-Click">
                Turn it off
              </Button>
            </form>
          </Part>
        </WhenLive>
        <WhenLive name="done">
          <Part title="The alert is off">
            <p className="mt-4 text-lg">
              We won’t email you about it again. You can set another in{' '}
              <TextLink href={paths.rateAlerts}>Rate alerts</TextLink>.
            </p>
          </Part>
        </WhenLive>
        <WhenLive name="gone">
          <Part title="This alert is off already">
            <p className="mt-4 text-lg">
              Or its link is too old. See your alerts in{' '}
              <TextLink href={paths.rateAlerts}>Rate alerts</TextLink>.
            </p>
          </Part>
        </WhenLive>
        <WhenLive name="busy">
          <Part title="We can’t do this right now">
            <p className="mt-4 text-lg">Nothing has changed. Reload this page in a minute.</p>
          </Part>
        </WhenLive>
      </main>
      <footer className="pb-14">
        <KenteStrip />
      </footer>
      <SandboxBanner />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-4xl">{title}</h1>
      {children}
    </>
  )
}
