import type { ReactNode } from 'react'

/** Replaces the site's `Island` in the baseline build, which renders everything in the browser. */
export function Island({ children }: { children: ReactNode }) {
  return <div>{children}</div>
}
