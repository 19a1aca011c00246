import { officeCalls } from '@sesa/contract/office'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import type { Failure } from '@sesa/ui/api/http.ts'
import { askPasskey, canUsePasskeys } from '../../lib/passkeys.ts'
import { enter, leave, type Me } from '../../lib/session.ts'
import { tryCall } from '../../lib/api.ts'
import { useRun } from '../../parts/use-run.tsx'

/** Signs in with a passkey. Returns why it failed, or null. */
async function signInByPasskey(): Promise<Failure | null> {
  const { data, error } = await tryCall(officeCalls.challengeStaff, {})
  if (error) return error
  const passkey = await askPasskey(data.options)
  if (passkey.error) return passkey.error
  const { data: me, error: refused } = await tryCall(officeCalls.signInStaff, {
    body: { response: passkey.data },
  })
  if (refused) return refused
  enter(me)
  return null
}

/** Signs a member of staff in. */
export function SignInPage() {
  const { busy, run, refusal } = useRun()
  return (
    <Page title="Sign in to the office" lead="For Sesa staff. Customers sign in on the public site.">
      <Card className="flex flex-col items-start gap-6">
        <Logo />
        {refusal}
        {canUsePasskeys() ? (
          <Button size="lg" busy={busy} onClick={() => void run(signInByPasskey)}>
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
  const { busy, run, refusal } = useRun()
  return (
    <Dialog
      open
      title="Your session has ended"
      closeLabel="Leave this page"
      busy={busy}
      onClose={leave}
      actions={
        <Button busy={busy} onClick={() => void run(signInByPasskey)}>
          Sign in again
        </Button>
      }
    >
      {refusal}
      <p>Sign in again as {me.name} to continue. What you typed is still there.</p>
    </Dialog>
  )
}
