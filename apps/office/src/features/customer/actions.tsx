import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls, type Approval, type CustomerPage, type Permission } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { NameForm } from './name-form.tsx'

/** What the member may do about the account: the everyday changes, and the rest behind ⋯. */
export function Actions({ customer }: { customer: CustomerPage }) {
  const may = useMay()
  const [corrects, setCorrects] = useState(false)
  const { id } = customer
  if (customer.closedAt !== null) return may('cases.decide') && <OpenCase id={id} />
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <Changes customer={customer} />
        {may('cases.decide') && <OpenCase id={id} />}
        {may('names.correct') && !corrects && (
          <Button variant="secondary" onClick={() => setCorrects(true)}>
            Correct name
          </Button>
        )}
        {may('privacy.manage') && (
          <ButtonLink href={`${paths.privacyRequest('new')}?customer=${id}`} variant="secondary">
            Privacy request
          </ButtonLink>
        )}
        {may('erasure.request') && <Erasure id={id} />}
      </div>
      {corrects && <NameForm id={id} />}
    </div>
  )
}

/** Opens a case about the customer, and leads to it. */
function OpenCase({ id }: { id: string }) {
  const navigate = useNavigate()
  const submit = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.openCase, { params: { id }, body: { reason } })
    if (error) return error
    await navigate(paths.case(data.number).slice(BASE.length))
    return null
  }
  return (
    <ReasonDialog label="Open a case" title="Open a case?" confirm="Open a case" onSubmit={submit}>
      <p>The reason becomes its evidence. Only compliance sees it. Transfers continue.</p>
    </ReasonDialog>
  )
}

function Erasure({ id }: { id: string }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Approval | null>(null)
  const request = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.requestErasure, { params: { id }, body: { reason } })
    if (error) return error
    setAsked(data.approval)
    await client.invalidateQueries({ queryKey: ['approvals'] })
    return null
  }
  if (asked) return <AskedNotice approval={asked} />
  return (
    <ReasonDialog
      label="Request erasure"
      variant="danger"
      title="Request erasure of this account?"
      confirm="Request approval"
      onSubmit={request}
    >
      <p>
        Nothing is erased before approval. Records with a legal retention period stay, without the account.
      </p>
    </ReasonDialog>
  )
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
