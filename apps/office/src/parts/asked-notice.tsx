import { useState } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import type { Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useAct } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'

/** Says that a request waits for a second person, and leads to it. */
export function AskedNotice({ approval }: { approval: Approval }) {
  return (
    <Notice
      tone="ok"
      title={`Requested: ${approval.title}`}
      action={
        <ButtonLink href={paths.approval(approval.id)} variant="secondary">
          Open request
        </ButtonLink>
      }
    >
      Awaiting approval.
    </Notice>
  )
}

type Asking<Given extends readonly unknown[]> = (...given: Given) => Promise<Outcome<{ approval: Approval }>>

/** Asks a second person: `ask` makes a call into an action, and `asked` says that the last request waits. */
export function useAsked() {
  const act = useAct()
  const [approval, setAsked] = useState<Approval | null>(null)
  const ask = <Given extends readonly unknown[]>(
    call: Asking<Given>,
    changes: readonly QueryKey[] = [],
    then?: () => unknown,
  ) =>
    act(call, {
      then: (answer) => {
        setAsked(answer.approval)
        return then?.()
      },
      changes: [['approvals'], ...changes],
    })
  return { ask, asked: approval && <AskedNotice approval={approval} />, setAsked }
}
