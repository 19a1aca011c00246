import type { ReactNode } from 'react'

/** In the place of the site's `Island` in the baseline's build: there everything is drawn in the browser. */
export function Island({ children }: { children: ReactNode }) {
  return <div>{children}</div>
}
