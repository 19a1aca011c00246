import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { leave, type Me } from '../../lib/session.ts'
import { signInByPasskey } from '../../lib/sign-in.ts'
import { Refusal } from '../../parts/refusal.tsx'

function useSignIn() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const signIn = async () => {
    setBusy(true)
    setFailure(await signInByPasskey().finally(() => setBusy(false)))
  }
  return { busy, failure, signIn: () => void signIn() }
}

/** Signs a member of staff in. */
export function SignInPage() {
  const { busy, failure, signIn } = useSignIn()
  return (
    <Page title="Sign in to the office" lead="For Sesa staff. Customers sign in on the public site.">
      <Card className="flex flex-col items-start gap-6">
        <Logo />
        {failure && <Refusal failure={failure} />}
        {canUsePasskeys() ? (
          <Button size="lg" busy={busy} onClick={signIn}>
            Sign in with a passkey
          </Button>
        ) : (
          <Notice tone="warn">This browser can’t use passkeys. Use a current browser.</Notice>
        )}
        <p className="text-muted">
          No passkey yet? Open your invitation link. Lost your passkey? Ask an administrator for a new link.
        </p>
      </Card>
    </Page>
  )
}

/** Asks for the passkey again when the session has ended; the page stays below, hidden. */
export function SignInAgain({ me }: { me: Me }) {
  const { busy, failure, signIn } = useSignIn()
  return (
    <Dialog
      open
      title="Your session has ended"
      closeLabel="Leave this page"
      busy={busy}
      onClose={leave}
      actions={
        <Button busy={busy} onClick={signIn}>
          Sign in again
        </Button>
      }
    >
      {failure && <Refusal failure={failure} />}
      <p>Sign in again as {me.name} to continue. What you typed is still there.</p>
    </Dialog>
  )
}
