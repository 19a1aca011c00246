import { createContext, use, useState, type ReactNode } from 'react'

/** The prefix of all ids in one of the two themes, so that no id occurs twice. */
export const Column = createContext('')

/** Returns an id that is unique on the page. */
export function useOwnId(name: string): string {
  return `${use(Column)}-${name}`
}

/** A component of the design system, with its states below its name. */
export function Show({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line py-8">
      <h3 className="text-xl">{name}</h3>
      {children}
    </section>
  )
}

/** One state, with its name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{name}</p>
      {children}
    </div>
  )
}

/** Holds a value, so that controls in the gallery respond. */
export function Kept<Value>({
  initial,
  children,
}: {
  initial: Value
  children: (value: Value, set: (value: Value) => void) => ReactNode
}) {
  const [value, set] = useState(initial)
  return children(value, set)
}
