import { Page } from '../../ui/page.tsx'
import { Part } from '../../ui/part.tsx'
import { Devices } from './devices.tsx'
import { WaysIn } from './ways-in.tsx'

/** How the account is entered, and from where it is open now. */
export function SecurityPage() {
  return (
    <Page title="Security">
      <Part name="How you sign in">
        <WaysIn />
      </Part>
      <Part name="Your devices">
        <Devices />
      </Part>
    </Page>
  )
}
