import { useState } from 'react'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate } from '@sesa/ui/format.ts'
import { type Failure, failureOf } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { tryCall, callApi } from '../../lib/api/api.ts'
import { setSignedOutMessage } from '../../lib/session/signed-out-message.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { saveFile } from '../../lib/api/download.ts'

const FILE = 'sesa-data.json'

/** Downloads all data we keep about the customer. Resolves to a failure, or null. */
async function downloadData(): Promise<Failure | null> {
  const { data, error } = await withStepUp(fetchData)
  if (error) return error
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE)
  return null
}

async function fetchData(): Promise<{ data?: unknown; error?: Failure }> {
  try {
    return { data: await callApi(calls.exportData, {}) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

interface DeleteAccountProps {
  open: boolean
  onClose: () => void
}

/** Renders the last confirmation before the account is deleted (spec, section 2). */
export default function DeleteAccount({ open, onClose }: DeleteAccountProps) {
  const { retryBoot } = useSession()
  const [busy, setBusy] = useState<'export' | 'delete' | null>(null)
  const [failure, setFailure] = useState<{ title: string; error: Failure } | null>(null)
  const [isSaved, setIsSaved] = useState(false)

  const save = async () => {
    setBusy('export')
    const failed = await downloadData()
    setFailure(failed && { title: i18n.t('We couldn’t download your data'), error: failed })
    setIsSaved(!failed)
    setBusy(null)
  }
  const confirm = async () => {
    setBusy('delete')
    setFailure(null)
    const { data, error } = await withStepUp(() => tryCall(calls.deleteUser, {}))
    if (error) {
      setFailure({ title: i18n.t('We couldn’t delete your account'), error })
      return setBusy(null)
    }
    setSignedOutMessage(signedOutMessageOf(data.lockedUntil))
    // The server ended the session; booting again shows the signed-out page.
    await retryBoot()
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        setFailure(null)
        onClose()
      }}
      title={i18n.t('Delete Account')}
      busy={busy === 'delete'}
      actions={
        <Button
          variant="danger"
          busy={busy === 'delete'}
          busyLabel={i18n.t('Deleting')}
          disabled={busy !== null}
          onClick={() => void confirm()}
        >
          {i18n.t('Confirm')}
        </Button>
      }
    >
      <p>{i18n.t('You are initiating a process to permanently delete your account. Confirm to proceed')}</p>
      <p className="text-muted">
        {i18n.t(
          'You’ll be signed out everywhere and we’ll erase your details. By law we keep transfer records, locked, and delete them later.',
        )}
      </p>
      {failure && (
        <Notice
          tone="error"
          title={failure.title}
          {...(failure.error.code === 'money_in_flight' && {
            action: (
              <ButtonLink href={paths.dashboard} variant="secondary">
                {i18n.t('See your transfers')}
              </ButtonLink>
            ),
          })}
        >
          {failure.error.message}
        </Notice>
      )}
      <div className="flex flex-col items-start gap-2">
        <Button
          variant="secondary"
          busy={busy === 'export'}
          busyLabel={i18n.t('Preparing')}
          disabled={busy !== null}
          onClick={() => void save()}
        >
          {i18n.t('Download my data first')}
        </Button>
        <p role="status" className="text-muted">
          {isSaved && i18n.t('Saved to your downloads as sesa-data.json.')}
        </p>
      </div>
    </Dialog>
  )
}

function signedOutMessageOf(lockedUntil: string | null): string {
  const kept =
    lockedUntil === null
      ? i18n.t('We don’t keep any of your data.')
      : i18n.t('We must keep transfer records by law. We lock them and delete them on {lockedUntil}.', {
          lockedUntil: formatDate(lockedUntil),
        })
  return i18n.t('Your account is deleted. {kept}', { kept })
}
