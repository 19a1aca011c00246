import { useState } from 'react'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { NoToken } from './no-token.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Lets the owner of the old address undo an email change that they did not make. */
export function UndoEmailPage() {
  const token = useLinkToken()
  const { retryBoot } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [restored, setRestored] = useState<string | null>(null)

  const undo = async (link: string) => {
    setBusy(true)
    const { data, error } = await tryCall(calls.undoEmail, { body: { token: link } })
    setFailure(error ?? null)
    if (data) {
      setRestored(data.email)
      // The server signed out this device as well, with all the others.
      await retryBoot()
    }
    setBusy(false)
  }

  return (
    <Page title={i18n.t('Undo your email change')} hasError={failure !== null}>
      {failure && (
        <Notice tone="error" title={i18n.t('Nothing was changed')}>
          {failure.message}
        </Notice>
      )}
      {restored !== null && (
        <Notice
          tone="ok"
          title={i18n.t('Your email address is restored')}
          action={<ButtonLink href={paths.signIn}>{i18n.t('Sign in')}</ButtonLink>}
        >
          {i18n.t(
            'We’ll use {restored} again, and every device is signed out. Sign in and change your password in case someone knows it.',
            { restored },
          )}
        </Notice>
      )}
      {restored === null && token === null && <NoToken />}
      {restored === null && token !== null && (
        <Card className="flex flex-col gap-6">
          <p>{i18n.t('We’ll restore your old address and sign you out everywhere, including here.')}</p>
          <Button
            size="lg"
            full
            busy={busy}
            busyLabel={i18n.t('Undoing it')}
            onClick={() => void undo(token)}
          >
            {i18n.t('Undo the change')}
          </Button>
        </Card>
      )}
    </Page>
  )
}
