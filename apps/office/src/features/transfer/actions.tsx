import { useState } from 'react'
import type { BodyOf } from '@sesa/contract'
import { officeCalls, PERMISSIONS, type Role, type TransferPage } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall, useAct } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { CopyAnswer } from '../../parts/copy-answer.tsx'
import { MoreActions } from '../../parts/more-actions.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { RepaidDialog } from './repaid-dialog.tsx'

type Action = TransferPage['actions'][number]
type ByReason = Exclude<Action['action'], 'repaid' | 'answer'>

const WORDS: Readonly<Record<Action['action'], { readonly label: string; readonly title: string }>> = {
  hold: { label: 'Put on hold', title: 'Put this transfer on hold?' },
  release: { label: 'Release hold', title: 'Release this hold?' },
  refund: { label: 'Manual refund', title: 'Refund what we owe the customer?' },
  repaid: { label: 'Record off-card repayment', title: 'Record an off-card repayment?' },
  answer: { label: 'Record the network’s answer', title: 'What did the network answer in writing?' },
  cancel: { label: 'Cancel transfer', title: 'Cancel this transfer?' },
}

/** Buttons for what the member may do now; the other actions with the reason against each. */
export function Actions({ transfer }: { transfer: TransferPage }) {
  const may = useMay()
  const [done, setDone] = useState('')
  const { actions } = transfer
  const isOpen = ({ refusal, permitted }: Action): boolean => refusal === null && permitted
  const [open, others] = [actions.filter(isOpen), actions.filter((action) => !isOpen(action))]
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
  const run = useAct()
  const toast = useToast()
  const openNext = useNextWork()
  const { reference, hold } = transfer
  const act = <Given extends readonly unknown[]>(call: (...given: Given) => Promise<Outcome<string>>) =>
    run(call, {
      then: (text) => {
        onDone(text)
        // Each action on a held transfer decides its hold.
        return hold === null ? toast(text) : openNext('holds', `${reference}: ${text.toLowerCase()}`)
      },
      changes: [['transfer', reference], ['work'], ['approvals']],
    })
  const { label, title } = WORDS[action]
  if (action === 'repaid') {
    const ask = async (body: BodyOf<typeof officeCalls.requestRepaid>) =>
      meaning(await tryCall(officeCalls.requestRepaid, { params: { reference }, body }), () => REQUESTED)
    return <RepaidDialog {...{ transfer, label, title }} onSubmit={act(ask)} />
  }
  if (action === 'answer') {
    const ask = async (body: BodyOf<typeof officeCalls.requestAnswer>) =>
      meaning(await tryCall(officeCalls.requestAnswer, { params: { reference }, body }), () => REQUESTED)
    return <AnswerDialog {...{ transfer, label, title, leadsTo }} onSubmit={act(ask)} />
  }
  return (
    <ReasonDialog
      {...{ label, title }}
      variant={action === 'cancel' ? 'danger' : 'secondary'}
      confirm={twoPeople ? 'Request approval' : label}
      text={
        <>
          {leadsTo} {action === 'refund' && transfer.owed && `We owe ${amountText(transfer.owed)}.`}{' '}
          {twoPeople && approvalText(permission)}
        </>
      }
      onSubmit={act((reason: string) => make(action, { params: { reference }, body: { reason } }))}
    />
  )
}

/** What a request for a second person leads to. */
const REQUESTED = 'Awaiting approval'

/** Says what the answer to a call means. */
const meaning = <T,>({ data, error }: Outcome<T>, say: (answer: T) => string): Outcome<string> =>
  error ? { error } : { data: say(data) }

/** Makes the call of an action, and returns what it led to. */
async function make(
  action: ByReason,
  input: { params: { reference: string }; body: { reason: string } },
): Promise<Outcome<string>> {
  switch (action) {
    case 'hold':
      return meaning(await tryCall(officeCalls.holdTransfer, input), ({ text }) => `On hold. ${text}`)
    case 'cancel':
      return meaning(await tryCall(officeCalls.cancelTransfer, input), () => 'Done')
    case 'refund':
      return meaning(await tryCall(officeCalls.requestRefund, input), () => REQUESTED)
    case 'release':
      return meaning(await tryCall(officeCalls.releaseHold, input), ({ outcome }) =>
        outcome === 'requested' ? REQUESTED : 'Done',
      )
  }
}
