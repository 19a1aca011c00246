import { useState, type ReactNode } from 'react'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface PersonDataProps {
  /** Whose data: "the customer’s". */
  whose: string
  /** Labels with masked values, by the name of the field. */
  masked: Readonly<Record<string, { label: string; value: string | null }>>
  /** Facts that are not masked. */
  more?: readonly Fact[]
  /** Beside the button. */
  children?: ReactNode
  /** Asks for the full values with a reason; undefined for a member who may not. */
  reveal: ((reason: string) => Promise<Outcome<Readonly<Record<string, string | null>>>>) | undefined
}

/** Masked personal data, and a button that shows it in full after asking why. */
export function PersonData({ whose, masked, more = [], children, reveal }: PersonDataProps) {
  const [full, setFull] = useState<Readonly<Record<string, string | null>> | null>(null)
  const facts: Fact[] = Object.entries(masked).map(([key, { label, value }]) => ({
    key,
    label,
    value: (full ? full[key] : value) ?? 'Not given',
  }))

  const show = async (reason: string): Promise<Failure | null> => {
    const outcome = await reveal?.(reason)
    if (outcome?.data) setFull(outcome.data)
    return outcome?.error ?? null
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Facts facts={[...facts, ...more]} compact />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        {full && (
          <Button variant="secondary" onClick={() => setFull(null)}>
            Hide
          </Button>
        )}
        {!full && reveal && (
          <ReasonDialog
            label="Show in full"
            title={`Show ${whose} data in full?`}
            text="The audit log records this and your reason."
            confirm="Show"
            onSubmit={show}
          />
        )}
        {children}
      </div>
    </div>
  )
}
