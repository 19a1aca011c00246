import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, PERMISSIONS, type TransferPage } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api.ts'
import { anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
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

/** The actions that are possible now, with who may do them, and the reason against each of the others. */
export function Actions({ transfer }: { transfer: TransferPage }) {
  const [done, setDone] = useState('')
  const actions = transfer.actions.filter(({ refusal }) => refusal === null)
  const refused = transfer.actions.filter(({ refusal }) => refusal !== null)
  return (
    <Section title="Actions">
      <p role="status" className="sr-only">
        {done}
      </p>
      {actions.length === 0 && <p className="text-muted">No action is possible in this state.</p>}
      <ul className="flex flex-col gap-4">
        {actions.map((action) => (
          <li
            key={action.action}
            className="flex flex-wrap items-center justify-between gap-3 not-last:border-b not-last:border-line not-last:pb-4"
          >
            <div className="min-w-0 grow basis-80">
              <p className="font-bold">{WORDS[action.action].label}</p>
              <p className="text-muted">
                {action.leadsTo} {whoMay(action)}
              </p>
            </div>
            {action.permitted && <Act {...{ action, transfer }} onDone={setDone} />}
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="font-bold">Not possible now</h3>
          <ul className="flex flex-col gap-1 text-muted">
            {refused.map(({ action, refusal }) => (
              <li key={action}>
                {WORDS[action].label}: {refusal}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

function whoMay({ permission, permitted, twoPeople }: Action): string {
  const { roles, approvers = [] }: { roles: readonly string[]; approvers?: readonly string[] } =
    PERMISSIONS[permission]
  const named = (names: readonly string[]) =>
    anyOf(names.map((name) => ROLE_WORDS[name as keyof typeof ROLE_WORDS]))
  const who = permitted ? 'You can do this.' : `Roles: ${named(roles)}.`
  return twoPeople ? `${who} Approvers: ${named(approvers)}.` : who
}

interface ActProps {
  action: Action
  transfer: TransferPage
  onDone: (what: string) => void
}

function Act({ action: { action, twoPeople, leadsTo }, transfer, onDone }: ActProps) {
  const client = useQueryClient()
  const toast = useToast()
  const { reference } = transfer
  const finish = async (requested: boolean, said?: string): Promise<void> => {
    const text = requested ? 'Awaiting approval' : (said ?? 'Done')
    toast(text)
    onDone(text)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['transfer', reference] }),
      client.invalidateQueries({ queryKey: ['work'] }),
      client.invalidateQueries({ queryKey: ['approvals'] }),
    ])
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
        {leadsTo} {twoPeople && 'Takes effect only after approval.'}
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
