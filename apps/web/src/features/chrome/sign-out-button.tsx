import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { drawerAround } from '@sesa/ui/overlay/drawer.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'

/** Renders the sign-out button. A failure shows next to it, so that customers do not leave while still signed in. */
export function SignOutButton() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const press = async (button: Element) => {
    // Looked up now, because signing out removes the button.
    const closeDrawer = drawerAround(button)
    setBusy(true)
    const failed = await signOut()
    setFailure(failed)
    setBusy(false)
    if (failed) return
    closeDrawer()
    void navigate(paths.signIn)
    void loadCode(() => import('../../lib/push.ts'))
      .then(({ forgetPush }) => forgetPush())
      // The server has ended the notifications already.
      .catch(() => undefined)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button variant="secondary" full busy={busy} onClick={(event) => void press(event.currentTarget)}>
        {i18n.t('Sign out')}
      </Button>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {i18n.t('{message} You’re still signed in.', { message: failure.message })}
        </p>
      )}
    </div>
  )
}
