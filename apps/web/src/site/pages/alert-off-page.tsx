import type { ReactNode } from 'react'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { liveSlot, WhenLive } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { LinkPage } from './link-page.tsx'

/**
 * Renders the page behind the link that switches a rate alert off. It needs neither sign-in nor script: opening it
 * changes nothing, and its button posts to the page's own address.
 */
export function AlertOffPage() {
  return (
    <LinkPage>
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
    </LinkPage>
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
