import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, PERMISSIONS, type Role, type TransferPage } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { CopyAnswer } from '../../parts/copy-answer.tsx'
import { MoreActions } from '../../parts/more-actions.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { RepaidDialog } from './repaid-dialog.tsx'

type Action = TransferPage['actions'][number]
type ByReason = Exclude<Action['action'], 'repaid'>

interface ActionWords {
  readonly label: string
  readonly title: string
}

const WORDS: Readonly<Record<Action['action'], ActionWords>> = {
  hold: {
    label: 'Put on hold',
    title: 'Put this transfer on hold?',
  },
  release: {
    label: 'Release hold',
    title: 'Release this hold?',
  },
  refund: {
    label: 'Manual refund',
    title: 'Refund what we owe the customer?',
  },
  repaid: {
    label: 'Record off-card repayment',
    title: 'Record an off-card repayment?',
  },
  cancel: {
    label: 'Cancel transfer',
    title: 'Cancel this transfer?',
  },
}

/** Buttons for what the member may do now; the other actions with the reason against each. */
export function Actions({ transfer }: { transfer: TransferPage }) {
  const may = useMay()
  const [done, setDone] = useState('')
  const { actions } = transfer
  const [open, others] = [
    actions.filter(({ refusal, permitted }) => refusal === null && permitted),
    actions.filter(({ refusal, permitted }) => refusal !== null || !permitted),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <p role="status" className="sr-only">
        {done}
      </p>
      <CopyAnswer transfer={transfer} />
      {may('notes.write') && (
        <Button variant="secondary" onClick={() => document.getElementById('note')?.focus()}>
          Add a note
        </Button>
      )}
      {open.map((action) => (
        <Act key={action.action} {...{ action, transfer }} onDone={setDone} />
      ))}
      {others.length > 0 && (
        <MoreActions
          label={`${others.length} ${others.length === 1 ? 'action' : 'actions'} that you can’t take now`}
        >
          <ul className="flex flex-col gap-1">
            {others.map((action) => (
              <li key={action.action}>
                <b>{WORDS[action.action].label}</b>: {action.refusal ?? action.leadsTo} {whoMay(action)}
              </li>
            ))}
          </ul>
        </MoreActions>
      )}
    </div>
  )
}

function whoMay({ permission, permitted }: Action): string {
  return permitted ? '' : `Roles: ${namesOf(PERMISSIONS[permission].roles)}.`
}

/** Says that a second person decides, and who that may be. */
function approvalText(permission: Action['permission']): string {
  const { approvers = [] }: { approvers?: readonly Role[] } = PERMISSIONS[permission]
  return `Takes effect only after approval, by ${namesOf(approvers).toLowerCase()}.`
}

const namesOf = (roles: readonly Role[]): string => anyOf(roles.map((role) => ROLE_WORDS[role]))

interface ActProps {
  action: Action
  transfer: TransferPage
  onDone: (what: string) => void
}

function Act({ action: { action, permission, twoPeople, leadsTo }, transfer, onDone }: ActProps) {
  const client = useQueryClient()
  const toast = useToast()
  const openNext = useNextWork()
  const { reference } = transfer
  const finish = async (requested: boolean, said?: string): Promise<void> => {
    const text = requested ? 'Awaiting approval' : (said ?? 'Done')
    onDone(text)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['transfer', reference] }),
      client.invalidateQueries({ queryKey: ['work'] }),
      client.invalidateQueries({ queryKey: ['approvals'] }),
    ])
    // Each action on a held transfer decides its hold.
    if (transfer.hold === null) toast(text)
    else await openNext('holds', `${reference}: ${text.toLowerCase()}`)
  }
  const { label, title } = WORDS[action]
  if (action === 'repaid') return <RepaidDialog {...{ transfer, label, title }} onDone={() => finish(true)} />
  const submit = async (reason: string): Promise<Failure | null> => {
    const { requested, said, error } = await act(action, reference, reason)
    if (error) return error
    await finish(requested, said)
    return null
  }
  return (
    <ReasonDialog
      label={label}
      variant={action === 'cancel' ? 'danger' : 'secondary'}
      title={title}
      confirm={twoPeople ? 'Request approval' : label}
      onSubmit={submit}
    >
      <p>
        {leadsTo} {action === 'refund' && transfer.owed && `We owe ${amountText(transfer.owed)}.`}{' '}
        {twoPeople && approvalText(permission)}
      </p>
    </ReasonDialog>
  )
}

/** Makes the call of an action. `requested`: a second person must approve first. `said`: what it led to. */
async function act(
  action: ByReason,
  reference: string,
  reason: string,
): Promise<{ requested: boolean; said?: string; error?: Failure }> {
  const input = { params: { reference }, body: { reason } }
  switch (action) {
    case 'hold': {
      const { data, error } = await tryCall(officeCalls.holdTransfer, input)
      return error ? { requested: false, error } : { requested: false, said: `On hold. ${data.text}` }
    }
    case 'cancel':
      return { requested: false, ...failureIn(await tryCall(officeCalls.cancelTransfer, input)) }
    case 'refund':
      return { requested: true, ...failureIn(await tryCall(officeCalls.requestRefund, input)) }
    case 'release': {
      const outcome = await tryCall(officeCalls.releaseHold, input)
      return { requested: outcome.data?.outcome === 'requested', ...failureIn(outcome) }
    }
  }
}

function failureIn({ error }: { error?: Failure }): { error?: Failure } {
  return error ? { error } : {}
}
