import { useQueryClient } from '@tanstack/react-query'
import { calls, type CheckedDocument, type IdentityCheck } from '@sesa/contract'
import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { formatCalendarDate, formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { useSession } from '../../lib/session/session.ts'
import { IDENTITY_CHECK_KEY } from './use-identity-check.ts'

const DOCUMENTS: Readonly<Record<CheckedDocument, string>> = {
  passport: 'passport',
  id_card: 'identity card',
  driving_licence: 'driving licence',
  voter_id: 'voter card',
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Shows the customer's identity check: its purpose, its state, and the next step. */
export function IdentityCheckCard({ check }: { check: IdentityCheck }) {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-2xl">Your identity check</h2>
      <State check={check} />
      {check.nameToConfirm === null ? <Start check={check} /> : <ConfirmName name={check.nameToConfirm} />}
    </Card>
  )
}

function State({ check }: { check: IdentityCheck }) {
  const { state, message, validUntil } = check
  if (state === 'verified')
    return (
      <Notice tone="ok" title="Identity confirmed">
        {validUntil === null
          ? 'You have higher limits.'
          : `You have higher limits until your document expires on ${formatCalendarDate(validUntil)}.`}
      </Notice>
    )
  if (state === 'processing')
    return <Notice title="We’re checking your document">This page shows the result when it’s there.</Notice>
  if (state === 'needs_review') return <Notice title="We’re reviewing your check">{message}</Notice>
  if (message !== null)
    return (
      <Notice tone="warn" title={state === 'failed_final' ? 'Not confirmed' : 'Your check needs something'}>
        {message}
      </Notice>
    )
  return <Why check={check} />
}

/** Explains why we ask, what the customer gains, and what they need. */
function Why({ check: { state, raises, documents } }: { check: IdentityCheck }) {
  return (
    <>
      {raises && (
        <p>
          The law asks us to know who sends larger amounts. With a document and a selfie you can send up to{' '}
          {noWrap(formatMinor(raises.per24Hours, 'USD'))} in 24 hours and{' '}
          {noWrap(formatMinor(raises.per30Days, 'USD'))} in 30 days.
        </p>
      )}
      {documents.length > 0 && (
        <p>
          You need your {OR.format(documents.map((document) => DOCUMENTS[document]))}. Your photos go to the
          company that checks them; we don’t keep them.
        </p>
      )}
      {state === 'waiting_for_user' && (
        <p>You’ve started. Continue here, or sign in on a phone with a camera and continue there.</p>
      )}
    </>
  )
}

const LABELS: Readonly<Partial<Record<IdentityCheck['state'], string>>> = {
  not_started: 'Check my identity',
  waiting_for_user: 'Continue the check',
}

function Start({ check }: { check: IdentityCheck }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (check.state === 'failed_final')
    return (
      <ButtonLink href={`${paths.newMessage}?topic=account`} variant="secondary" className="sm:self-start">
        Contact support
      </ButtonLink>
    )
  if (!check.canStart) return null

  const start = async () => {
    setBusy(true)
    setFailure(null)
    const { data, error } = await tryCall(calls.startIdentityCheck, {})
    // Opens the provider's own page: the button stays busy until the browser has left.
    if (data) return location.assign(data.url)
    setFailure(error)
    setBusy(false)
  }

  return (
    <>
      <Button busy={busy} busyLabel="Opening" className="sm:self-start" onClick={() => void start()}>
        {LABELS[check.state] ?? 'Try again'}
      </Button>
      {failure && <Notice tone="error">{failure.message}</Notice>}
    </>
  )
}

/** Asks which name is right; the document's name replaces the profile's. */
function ConfirmName({ name }: { name: string }) {
  const client = useQueryClient()
  const { profile } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    const { error } = await withStepUp(() => tryCall(calls.confirmIdentityName, {}))
    setFailure(error ?? null)
    setBusy(false)
    if (error) return
    await client.invalidateQueries({ queryKey: IDENTITY_CHECK_KEY })
    await client.invalidateQueries({ queryKey: ['limits'] })
  }

  return (
    <>
      <p>
        Your document says <strong>{noWrap(name)}</strong>
        {profile?.name && (
          <>
            , and your profile <strong>{noWrap(profile.name)}</strong>
          </>
        )}
        . If you take the document’s name, we send under it from now on. Transfers in progress keep the
        earlier name; start an unfinished one again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel="Saving" onClick={() => void confirm()}>
          Use the document’s name
        </Button>
        <ButtonLink href={`${paths.newMessage}?topic=account`} variant="secondary">
          That’s not me
        </ButtonLink>
      </div>
      {failure && <Notice tone="error">{failure.message}</Notice>}
    </>
  )
}
