import { useState, type ReactNode } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'

interface PressRowProps {
  title: ReactNode
  /** The button's text. Screen readers read `actionLabel` instead, which is clear without the row. */
  action: string
  actionLabel: string
  busyLabel?: string
  /** Performs the action; resolves to a failure, or null. */
  onPress: () => Promise<Failure | null>
  /** Added to a failure's message: the unchanged state. */
  stays?: string
  children: ReactNode
}

/** Renders a list item with its only action; a failure shows below it. */
export function PressRow(props: PressRowProps) {
  const { title, action, actionLabel, busyLabel, onPress, stays, children } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const press = async () => {
    setBusy(true)
    setFailure(await onPress())
    setBusy(false)
  }

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 font-semibold">{title}</p>
          <div className="text-muted tabular-nums">{children}</div>
        </div>
        <Button
          variant="secondary"
          busy={busy}
          {...(busyLabel !== undefined && { busyLabel })}
          aria-label={actionLabel}
          onClick={() => void press()}
        >
          {action}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure.message} {stays}
        </p>
      )}
    </Card>
  )
}
