import { useQueryClient } from '@tanstack/react-query'
import { officeCalls, type CustomerPage, type Permission } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText } from '../../lib/words.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

/** How a customer signs in, what they may still send, and what staff may change about the account. */
export function Account({ customer }: { customer: CustomerPage }) {
  const may = useMay()
  const isOpen = customer.closedAt === null
  return (
    <Section title="Account">
      <Facts compact facts={[...accountFacts(customer), ...limitFacts(customer)]} />
      <ButtonRow>
        {isOpen && <Changes customer={customer} />}
        {may('identity.review') && (
          <ButtonLink href={paths.customerIdentity(customer.id)} variant="secondary">
            Identity and tier
          </ButtonLink>
        )}
        {may('privacy.manage') && isOpen && (
          <ButtonLink href={`${paths.privacyRequest('new')}?customer=${customer.id}`} variant="secondary">
            Privacy request
          </ButtonLink>
        )}
      </ButtonRow>
    </Section>
  )
}

function accountFacts(customer: CustomerPage) {
  const ways = [
    customer.passkeys > 0 && `${customer.passkeys} ${customer.passkeys === 1 ? 'passkey' : 'passkeys'}`,
    customer.hasPassword && 'password',
    customer.hasGoogle && 'Google',
  ].filter((way) => way !== false)
  return [
    { key: 'id', label: 'Account', value: <span className="break-all">{customer.id}</span> },
    { key: 'country', label: 'Country', value: customer.country ?? 'Not given' },
    { key: 'created', label: 'Created', value: formatMoment(customer.createdAt) },
    { key: 'confirmed', label: 'Email confirmed', value: customer.emailConfirmed ? 'Yes' : 'No' },
    { key: 'ways', label: 'Signs in with', value: ways.join(', ') || 'Phone codes only' },
    { key: 'sessions', label: 'Open sessions', value: customer.openSessions },
    { key: 'codes', label: 'Wrong codes', value: `${customer.wrongCodes} of 100` },
  ]
}

function limitFacts({ limits }: CustomerPage) {
  if (limits === null) return []
  const left = ({ left, limit }: NonNullable<CustomerPage['limits']>['day']): string =>
    `${amountText(left)} of ${amountText(limit)}`
  return [
    { key: 'day', label: 'Remaining 24-hour limit', value: left(limits.day) },
    { key: 'month', label: 'Remaining 30-day limit', value: left(limits.month) },
  ]
}

type ChangeCall = 'lockAccount' | 'unlockAccount' | 'signOutAccount' | 'holdAccount' | 'liftAccountHolds'

interface Change {
  readonly call: ChangeCall
  readonly needs: Permission
  readonly label: string
  readonly title: string
  readonly text: string
  readonly isDangerous?: true
}

/** The changes that the account's state allows. */
function changesOf({ lockedAt, openSessions, holds }: CustomerPage): Change[] {
  const open = holds.filter(({ liftedAt }) => liftedAt === null)
  const lock: Change = {
    call: 'lockAccount',
    needs: 'accounts.change',
    label: 'Lock',
    title: 'Lock this account?',
    text: 'Signs the customer out everywhere and blocks sign-ins until staff unlock it. Transfers continue.',
    isDangerous: true,
  }
  const unlock: Change = {
    call: 'unlockAccount',
    needs: 'accounts.change',
    label: 'Unlock',
    title: 'Unlock this account?',
    text: 'The customer can sign in again.',
  }
  const signOut: Change = {
    call: 'signOutAccount',
    needs: 'accounts.change',
    label: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    text: 'The customer has to sign in again on every device.',
  }
  const hold: Change = {
    call: 'holdAccount',
    needs: 'accounts.hold',
    label: 'Put on hold',
    title: 'Put this account on hold?',
    text: 'Refuses new payments and stops pay-outs that haven’t left. Sent pay-outs may still arrive.',
    isDangerous: true,
  }
  const lift: Change = {
    call: 'liftAccountHolds',
    needs: 'accounts.hold',
    label: open.length === 1 ? 'Lift hold' : `Lift all ${open.length} holds`,
    title: 'Lift every account hold?',
    text: 'Transfers stopped only by these holds continue.',
  }
  return [
    lockedAt === null ? lock : unlock,
    ...(openSessions > 0 ? [signOut] : []),
    ...(open.some(({ cause }) => cause === 'staff') ? [] : [hold]),
    ...(open.length > 0 ? [lift] : []),
  ]
}

function Changes({ customer }: { customer: CustomerPage }) {
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const { id } = customer
  const make = async (call: ChangeCall, reason: string): Promise<Failure | null> => {
    const { error } = await tryCall(officeCalls[call], { params: { id }, body: { reason } })
    if (error) return error
    toast('Done')
    await client.invalidateQueries({ queryKey: ['customer', id] })
    return null
  }
  return changesOf(customer)
    .filter(({ needs }) => may(needs))
    .map(({ call, label, title, text, isDangerous }) => (
      <ReasonDialog
        key={call}
        label={label}
        variant={isDangerous ? 'danger' : 'secondary'}
        title={title}
        confirm={label}
        onSubmit={(reason) => make(call, reason)}
      >
        <p>{text}</p>
      </ReasonDialog>
    ))
}
