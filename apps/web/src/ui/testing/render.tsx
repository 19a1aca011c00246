import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactElement } from 'react'
import { afterEach } from 'vitest'

afterEach(cleanup)

/** A component in a document of its own, and the person in front of it. */
export function renderFor(element: ReactElement) {
  return { ...render(element), user: userEvent.setup() }
}

interface ControlledProps<T> {
  initial: T
  /** Draws the component with its value and what changes it. */
  children: (value: T, onChange: (value: T) => void) => ReactElement
  onChange?: (value: T) => void
}

/** Keeps the value of a field as a form does. */
export function Controlled<T>({ initial, children, onChange }: ControlledProps<T>) {
  const [value, setValue] = useState(initial)
  return children(value, (next) => {
    onChange?.(next)
    setValue(next)
  })
}
