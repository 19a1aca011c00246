import { lazy, Suspense, useState, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'

let loading: Promise<typeof import('./delete-account.tsx')> | undefined

/** Loads the dialog only when needed, since few customers open it. */
const load = () => (loading ??= loadCode(() => import('./delete-account.tsx')))

const DeleteAccount = lazy(load)

/** The entry that asks whether to delete the account. */
export interface DeleteAccountEntry {
  open: () => void
  /** Called when a press is likely: the dialog has then usually loaded by the time of the press. */
  onApproach: () => void
  busy: boolean
}

/** Returns the entry, and the dialog that it opens over the unchanged page. */
export function useDeleteAccount(): { entry: DeleteAccountEntry; dialog: ReactNode } {
  // Stays mounted once opened, so that closing it returns the focus to the button that opened it.
  const [state, setState] = useState<'never' | 'loading' | 'open' | 'closed'>('never')
  const open = async () => {
    setState('loading')
    // The boundary shows a failure.
    await load().catch(() => undefined)
    setState('open')
  }
  return {
    entry: {
      open: () => void open(),
      onApproach: () => void load().catch(() => undefined),
      busy: state === 'loading',
    },
    dialog: (state === 'open' || state === 'closed') && (
      <SectionBoundary name={i18n.t('Delete Account')}>
        <Suspense>
          <DeleteAccount open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      </SectionBoundary>
    ),
  }
}
