import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactElement } from 'react'
import { afterEach } from 'vitest'

afterEach(cleanup)

/** Renders a component, and sets up a simulated user for it. */
export function renderFor(element: ReactElement) {
  return { ...render(element), user: userEvent.setup() }
}

interface ControlledProps<T> {
  initial: T
  /** Renders the component with its value and a setter. */
  children: (value: T, onChange: (value: T) => void) => ReactElement
  onChange?: (value: T) => void
}

/** Holds a field's value as a form does. */
export function Controlled<T>({ initial, children, onChange }: ControlledProps<T>) {
  const [value, setValue] = useState(initial)
  return children(value, (next) => {
    onChange?.(next)
    setValue(next)
  })
}
