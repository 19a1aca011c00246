import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AGREEMENT_WORDS, calls, type AgreementName, type AgreementsDue, type Consents } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { formatCalendarDate, formatDate } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button, ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { buildOfPage } from '../../lib/agreements.ts'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { useGoTo } from '../../lib/go-to.tsx'
import { paths, safeTo } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { TermsLine } from '../../lib/terms-line.tsx'

const NAMES: Readonly<Record<AgreementName, string>> = {
  terms: 'Terms',
  privacy: 'Privacy Policy',
  esign: 'Electronic receipts',
}

const PATHS: Readonly<Record<AgreementName, string>> = {
  terms: paths.terms,
  privacy: paths.privacy,
  esign: paths.electronicReceipts,
}

const KEY = ['consents']

/** Lists the customer's agreements, and asks for new ones before the next transfer. */
export default function AgreementsPage() {
  const { takeAgreements } = useSession()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(calls.getConsents, { signal }),
  })
  const state = useLoadState(query)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { data } = query

  /** Resolves to true once the server has recorded it. */
  const decide = async (agreements: { document: AgreementName; version: string; given: boolean }[]) => {
    setBusy(true)
    setFailure(null)
    const build = buildOfPage()
    const body = { agreements, screen: 'agreements' as const, ...(build !== undefined && { build }) }
    const { data: answer, error } = await tryCall(calls.putConsents, { body })
    setBusy(false)
    if (error) {
      setFailure(error)
      return false
    }
    client.setQueryData(KEY, answer)
    takeAgreements(answer.due)
    return true
  }

  return (
    <Page
      title="Agreements"
      hasError={failure !== null}
      lead="Your agreements with us. You can read every version here."
    >
      <LoadTrouble what="your agreements" state={state} />
      {failure && (
        <Notice tone="error" title="We couldn’t save that">
          {failure.message}
        </Notice>
      )}
      {!data && state.loading && <LoadingCard lines={4} />}
      {data && data.due.length > 0 && <DueForm due={data.due} busy={busy} decide={decide} />}
      {data && <Agreed consents={data.consents} busy={busy} decide={decide} />}
    </Page>
  )
}

type Decide = (agreements: { document: AgreementName; version: string; given: boolean }[]) => Promise<boolean>

/** Asks for all due agreements in one step. */
function DueForm({ due, busy, decide }: { due: AgreementsDue; busy: boolean; decide: Decide }) {
  const goTo = useGoTo()
  const toast = useToast()
  const [search] = useSearchParams()
  const [ticked, setTicked] = useState(false)
  const [missed, setMissed] = useState(false)
  const to = safeTo(search.get('to'))
  const wantsTick = due.some(({ document }) => document === 'esign')
  const isNew = due.some(({ changes }) => changes !== null)

  const agree = async (event: FormEvent) => {
    event.preventDefault()
    setMissed(wantsTick && !ticked)
    if (wantsTick && !ticked) {
      document.getElementById('esign')?.focus()
      return
    }
    const done = await decide(due.map(({ document, version }) => ({ document, version, given: true })))
    if (!done) return
    toast('Saved')
    if (to !== undefined) goTo(to)
  }

  return (
    <form noValidate onSubmit={(event) => void agree(event)}>
      <Card className="flex flex-col gap-5">
        <h2 className="text-2xl">{isNew ? 'Something has changed' : 'Please agree before you send'}</h2>
        <ul className="flex flex-col gap-3">
          {due.map(({ document, version, changes }) => (
            <li key={document}>
              <TextLink href={PATHS[document]} target="_blank">
                {NAMES[document]}
              </TextLink>
              , version of {formatCalendarDate(version)}
              {changes !== null && <span className="block text-muted">{changes}</span>}
            </li>
          ))}
        </ul>
        {wantsTick && (
          <div>
            <Checkbox id="esign" label={AGREEMENT_WORDS.esign} checked={ticked} onChange={setTicked} />
            {missed && (
              <p role="alert" className="font-semibold text-danger">
                Tick the box, or call us if you want paper.
              </p>
            )}
          </div>
        )}
        <TermsLine />
        <ButtonRow>
          <Button type="submit" size="lg" busy={busy} busyLabel="Saving">
            Agree and continue
          </Button>
          <ButtonLink href={paths.dashboard} variant="secondary" size="lg">
            Not now
          </ButtonLink>
        </ButtonRow>
        <p className="text-muted">Transfers in progress aren’t affected.</p>
      </Card>
    </form>
  )
}

interface AgreedProps {
  consents: Consents['consents']
  busy: boolean
  decide: Decide
}

/** Lists the latest record of each document. */
function Agreed({ consents, busy, decide }: AgreedProps) {
  const known = consents.filter((consent): consent is typeof consent & { document: AgreementName } =>
    Object.hasOwn(NAMES, consent.document),
  )
  if (known.length === 0) return null
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-2xl">Recorded</h2>
      <ul className="flex flex-col divide-y divide-line">
        {known.map(({ document, version, given, at }) => (
          <li key={document} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span>
              <TextLink href={`${PATHS[document]}/${version}`}>{NAMES[document]}</TextLink>
              <span className="block text-muted">
                {given ? 'Agreed' : 'Withdrawn'} on {formatDate(at)}
              </span>
            </span>
            {document === 'esign' && given && (
              <Button
                variant="secondary"
                busy={busy}
                onClick={() => void decide([{ document, version, given: false }])}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        Closing your account ends the Terms. Your data download holds the full record.
      </p>
    </Card>
  )
}
