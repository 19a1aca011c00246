import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SandboxHint } from './sandbox-hint.tsx'

interface LinkSentProps {
  /** Where it went; forgotten by a reload. */
  email: string
  onChangeAddress: () => void
}

/** After signing up by email: what to do now, whether or not the address had an account. */
export function LinkSent({ email, onChangeAddress }: LinkSentProps) {
  const { config } = useSession()
  return (
    <Page
      title="Look into your mailbox"
      lead={`A link is on its way to ${email === '' ? 'your address' : email}. It opens your account and works for 24 hours.`}
    >
      <Card>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Open the link on this device. On another one we ask for your password as well.</li>
          <li>A mail can take a minute or two. Look under spam too.</li>
          <li>You have an account with this address already? Then the mail says so.</li>
        </ul>
      </Card>
      <div>
        <Button variant="quiet" onClick={onChangeAddress}>
          Change the address
        </Button>
      </div>
      {config?.sandbox && <SandboxHint what="mail" />}
    </Page>
  )
}
