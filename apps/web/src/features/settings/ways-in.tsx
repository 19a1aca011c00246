import { formatPhone } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from './section.tsx'

/** What opens this account. */
export function WaysIn() {
  const { user, profile } = useSession()
  const phone = profile?.phoneNumber ?? user?.phoneNumber
  return (
    <Section title="How you sign in">
      <Card>
        <p className="font-semibold">Phone number and code</p>
        <p className="mt-1 text-muted">
          {phone ? `We send a code to ${formatPhone(phone)} each time you sign in. ` : ''}
          Never give a code to anybody, us included: we do not ask for it.
        </p>
      </Card>
    </Section>
  )
}
