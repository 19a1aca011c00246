import type { ReactNode } from 'react'
import type { EntryName, LoginState, PageHead } from './rendered-page.ts'

/** A public page: its head, its scripts and its content. */
export interface PublicPage extends PageHead {
  readonly entries: readonly EntryName[]
  readonly content: (session: LoginState) => ReactNode
}

/** A public page in the list by path. */
export type Listed = Omit<PublicPage, 'path' | 'entries' | 'facts' | 'hidden'> &
  Partial<Pick<PublicPage, 'entries' | 'facts' | 'hidden'>>
