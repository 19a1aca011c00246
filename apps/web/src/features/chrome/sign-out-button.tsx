import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { drawerAround } from '@sesa/ui/overlay/drawer.tsx'

/** Renders the sign-out button. A failure shows next to it, so that customers do not leave while still signed in. */
export function SignOutButton({ signOut }: { signOut: () => Promise<Failure | null> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const press = async (button: Element) => {
    // Looked up now, because signing out removes the button.
    const closeDrawer = drawerAround(button)
    setBusy(true)
    const failed = await signOut()
    setFailure(failed)
    setBusy(false)
    if (!failed) closeDrawer()
  }

  return (
    <div className="flex flex-col gap-3">
      <Button variant="secondary" full busy={busy} onClick={(event) => void press(event.currentTarget)}>
        Sign out
      </Button>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure.message} You’re still signed in.
        </p>
      )}
    </div>
  )
}
