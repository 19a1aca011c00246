import type { ReactNode } from 'react'
import { Button, ButtonRow, type ButtonProps } from '@sesa/ui/button.tsx'
import { ReasonFields, useReason, type ActFor } from './reason.tsx'

interface DecisionFormProps {
  /** What the ids of the fields begin with. */
  id: string
  /** The label of the text. */
  field?: string
  /** Usual reasons, to choose from. */
  reasons?: readonly string[]
  /** The text to type first if values are unusual. */
  typed?: string | undefined
  actions: readonly {
    readonly label: string
    readonly variant?: ButtonProps['variant']
    readonly run: ActFor
  }[]
  children?: ReactNode
}

/** A decision beside its facts: an open field for the text, and a button for each outcome. No key decides. */
export function DecisionForm(props: DecisionFormProps) {
  const { id, field = 'Reason', reasons = [], typed, actions, children } = props
  const state = useReason(typed)
  return (
    // `e` leads here. Enter in a field decides nothing.
    <form
      aria-keyshortcuts="e"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-3"
    >
      {children}
      <ReasonFields state={state} id={id} label={field} usual={reasons} />
      <ButtonRow>
        {actions.map(({ label, variant, run }) => (
          <Button
            key={label}
            variant={variant}
            busy={state.busy === label}
            onClick={() => void state.run(run, label)}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
    </form>
  )
}
