import { createContext, use, useState, type ReactNode } from 'react'

/** Prefix of all ids in one of the two themes, so that ids are unique. */
export const Column = createContext('')

/** Returns an id that is unique on the page. */
export function useOwnId(name: string): string {
  return `${use(Column)}-${name}`
}

/** Shows a component of the design system, with its states below its name. */
export function Show({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line py-8">
      <h3 className="text-xl">{name}</h3>
      {children}
    </section>
  )
}

/** Shows one state, with its name. */
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
