import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type CheckedDocument, type IdentityCheck } from '@sesa/contract'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import type { Failure } from '@sesa/ui/api/http.ts'
import { firstNameOf, formatCalendarDate, formatMinor } from '@sesa/ui/format.ts'
import { AlertIcon, CheckIcon, ClockIcon } from '@sesa/ui/art/icons.tsx'
import type { IconProps } from '@sesa/ui/art/icon.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { IDENTITY_CHECK_KEY } from '../../lib/identity-check.ts'
import { paths } from '../../lib/paths.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { takeDraftAtBoot, useSession } from '../../lib/session/session.ts'

const DOCUMENTS: Readonly<Record<CheckedDocument, string>> = {
  passport: i18n.t('passport'),
  id_card: i18n.t('identity card'),
  driving_licence: i18n.t('driving licence'),
  voter_id: i18n.t('voter card'),
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

interface IdentityCheckCardProps {
  check: IdentityCheck
  /** True when the page begins with it. */
  isNews: boolean
  /** True when the provider has just led the customer back: the heading then receives the focus. */
  hasReturned: boolean
  /** How much the customer can send in 24 hours, once known. */
  limit: string | undefined
}

/** Shows the customer's identity check: its state or purpose, and the next step. */
export function IdentityCheckCard({ check, isNews, hasReturned, limit }: IdentityCheckCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Not from a menu that the customer has opened since.
    const isFree = document.activeElement?.matches('body, h1') ?? true
    if (hasReturned && isFree) heading.current?.focus({ preventScroll: true })
  }, [hasReturned])
  const { title, colour, Icon, text } = stateOf(check, limit)
  return (
    <Card className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-2">
        <h2 ref={heading} tabIndex={-1} className="flex items-start gap-2 text-2xl outline-none">
          {Icon && <Icon className={cx('mt-1', colour)} />}
          {title}
        </h2>
        {text !== null && <p>{noWrap(text)}</p>}
      </div>
      {text === null && <Why check={check} />}
      {check.nameToConfirm === null ? <Start check={check} /> : <ConfirmName name={check.nameToConfirm} />}
      {isNews && check.state === 'verified' && <Continue />}
    </Card>
  )
}

interface ShownState {
  title: string
  colour?: string
  Icon?: ComponentType<IconProps>
  /** Null while the card explains why we ask. */
  text: string | null
}

function stateOf({ state, message, validUntil }: IdentityCheck, limit: string | undefined): ShownState {
  if (state === 'verified') {
    return {
      title: i18n.t('Identity confirmed'),
      colour: 'text-ok',
      Icon: CheckIcon,
      text: verifiedText(limit, validUntil),
    }
  }
  const waiting = { colour: 'text-brand-ink', Icon: ClockIcon }
  if (state === 'processing')
    return {
      ...waiting,
      title: i18n.t('We’re checking your document'),
      text: i18n.t('This page shows the result when it’s there.'),
    }
  if (state === 'needs_review')
    return { ...waiting, title: i18n.t('We’re reviewing your check'), text: message ?? '' }
  if (message === null) return { title: i18n.t('Your identity check'), text: null }
  const title = state === 'failed_final' ? i18n.t('Not confirmed') : i18n.t('Your check needs something')
  return { title, colour: 'text-warn', Icon: AlertIcon, text: message }
}

function verifiedText(limit: string | undefined, validUntil: string | null): string {
  const day = validUntil === null ? '' : formatCalendarDate(validUntil)
  if (limit === undefined)
    return day === ''
      ? i18n.t('You have higher limits.')
      : i18n.t('You have higher limits, until your document expires on {day}.', { day })
  return day === ''
    ? i18n.t('You can now send up to {limit} in 24 hours.', { limit })
    : i18n.t('You can now send up to {limit} in 24 hours, until your document expires on {day}.', {
        limit,
        day,
      })
}

/** Leads on to the transfer for which the customer came here, or to a new one. */
function Continue() {
  const { data } = useQuery({
    queryKey: ['draft-to-continue'],
    queryFn: async () => takeDraftAtBoot() ?? callApi(calls.getDraft, {}),
    gcTime: 0,
    retry: false,
  })
  const { name = '', sendAmount, receiveAmount } = data?.draft ?? {}
  const first = firstNameOf(name)
  const isWaiting = first !== '' || (sendAmount ?? receiveAmount) !== undefined
  return (
    <ButtonLink href={paths.sendMoney} className="sm:self-start">
      {isWaiting
        ? first === ''
          ? i18n.t('Continue your transfer')
          : i18n.t('Continue your transfer to {first}', { first })
        : i18n.t('Send Money')}
    </ButtonLink>
  )
}

/** Explains why we ask, what the customer gains, and what they need. */
function Why({ check: { state, raises, documents } }: { check: IdentityCheck }) {
  return (
    <>
      {raises && (
        <p>
          {rich(
            i18n.t(
              'The law asks us to know who sends larger amounts. With a document and a selfie you can send up to <per24Hours/> in 24 hours and <per30Days/> in 30 days.',
            ),
            {
              per24Hours: noWrap(formatMinor(raises.per24Hours, 'USD')),
              per30Days: noWrap(formatMinor(raises.per30Days, 'USD')),
            },
          )}
        </p>
      )}
      {documents.length > 0 && (
        <p>
          {i18n.t(
            'You need your {documents}. Your photos go to the company that checks them; we don’t keep them.',
            { documents: OR.format(documents.map((document) => DOCUMENTS[document])) },
          )}
        </p>
      )}
      {state === 'waiting_for_user' && (
        <p>
          {i18n.t('You’ve started. Continue here, or sign in on a phone with a camera and continue there.')}
        </p>
      )}
    </>
  )
}

const LABELS: Readonly<Partial<Record<IdentityCheck['state'], string>>> = {
  not_started: i18n.t('Check my identity'),
  waiting_for_user: i18n.t('Continue the check'),
}

function Start({ check }: { check: IdentityCheck }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (check.state === 'failed_final')
    return (
      <ButtonLink href={`${paths.newMessage}?topic=account`} variant="secondary" className="sm:self-start">
        {i18n.t('Contact support')}
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
      <Button
        busy={busy}
        busyLabel={i18n.t('Opening')}
        className="sm:self-start"
        onClick={() => void start()}
      >
        {LABELS[check.state] ?? i18n.t('Try again')}
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
        {rich(
          profile?.name
            ? i18n.t('Your document says <name/>, and your profile <profileName/>.')
            : i18n.t('Your document says <name/>.'),
          {
            name: <strong>{noWrap(name)}</strong>,
            profileName: <strong>{noWrap(profile?.name)}</strong>,
          },
        )}{' '}
        {i18n.t(
          'If you take the document’s name, we send under it from now on. Transfers in progress keep the earlier name; start an unfinished one again.',
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel={i18n.t('Saving')} onClick={() => void confirm()}>
          {i18n.t('Use the document’s name')}
        </Button>
        <ButtonLink href={`${paths.newMessage}?topic=account`} variant="secondary">
          {i18n.t('That’s not me')}
        </ButtonLink>
      </div>
      {failure && <Notice tone="error">{failure.message}</Notice>}
    </>
  )
}
