import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useSession } from '../../lib/session/session.ts'
import { SandboxHint } from './sandbox-hint.tsx'

interface LinkSentProps {
  /** The address the link went to; lost on a reload. */
  email: string
  onChangeAddress: () => void
}

/** Shown after signing up by email: the next steps, the same whether or not the address had an account. */
export function LinkSent({ email, onChangeAddress }: LinkSentProps) {
  const { config } = useSession()
  return (
    <Page
      title="Check your email"
      lead={`We sent a link to ${email === '' ? 'your address' : email}. Use it within 24 hours to open your account.`}
    >
      <Card>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Open it on this device, or you’ll need your password too.</li>
          <li>It can take a couple of minutes. Check your spam folder.</li>
          <li>Already have an account? The email will tell you.</li>
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
