import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { CalendarArt } from '@sesa/ui/art/empty-art.tsx'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { EndDialog } from './end-dialog.tsx'
import { ReminderRow } from './reminder-row.tsx'
import { useReminders } from './use-reminders.ts'

/** Few visits change a reminder. */
const EditReminder = lazy(() => loadCode(() => import('./edit-reminder.tsx')))

/** Lists the customer's reminders. `?edit={id}` opens the form, so that Back returns to the list. */
export default function ListPage() {
  const { user, profile } = useSession()
  const [search, setSearch] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  const [ending, setEnding] = useState<Reminder | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const toast = useToast()
  const owner = user?.uid ?? ''
  const sender = profile?.country ?? null
  const reminders = useReminders(owner)
  const state = useLoadState(reminders.query)
  const all = reminders.query.data?.reminders
  const edited = all?.find(({ id, state: is }) => id === search.get('edit') && is !== 'done') ?? null

  if (edited !== null && sender !== null) {
    const leave = () => {
      setHasErrors(false)
      setSearch({}, { replace: true })
    }
    return (
      <Page key={edited.id} title={i18n.t('Change reminder')} hasError={hasErrors}>
        <Suspense fallback={<LoadingCard lines={6} />}>
          <EditReminder
            {...{ owner, sender }}
            reminder={edited}
            onErrors={setHasErrors}
            onCancel={leave}
            onSaved={() => {
              toast(i18n.t('Reminder saved'))
              leave()
            }}
          />
        </Suspense>
      </Page>
    )
  }
  const toggle = async (reminder: Reminder) => {
    const failed = await reminders.toggle(reminder)
    setFailure(failed?.message ?? null)
    if (failed === null)
      toast(reminder.state === 'paused' ? i18n.t('Reminder resumed') : i18n.t('Reminder paused'))
  }
  const end = async (reminder: Reminder) => {
    const failed = await reminders.end(reminder)
    if (failed !== null) return failed
    setEnding(null)
    toast(i18n.t('Reminder ended'))
    // The button that opened the question is gone.
    list.current?.focus()
    return null
  }
  return (
    <Page
      key="list"
      title={i18n.t('Reminders')}
      hasError={failure !== null}
      lead={i18n.t('We remind you on the day. You always press Pay yourself.')}
    >
      <LoadTrouble what={i18n.t('your reminders')} state={state} />
      {failure !== null && (
        <Notice tone="error" title={i18n.t('We couldn’t change the reminder')}>
          {failure}
        </Notice>
      )}
      {!all && state.loading && <LoadingCard lines={6} />}
      <div ref={list} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {all?.length === 0 && (
          <EmptyState
            art={<CalendarArt />}
            title={i18n.t('No reminders')}
            action={<ButtonLink href={paths.newReminder}>{i18n.t('Set a reminder')}</ButtonLink>}
          >
            {i18n.t('For school fees, rent or family: we’ll tell you when it’s time to send.')}
          </EmptyState>
        )}
        {all && all.length > 0 && (
          <>
            <ul className="flex flex-col gap-3">
              {all.map((reminder) => (
                <li key={reminder.id}>
                  <ReminderRow
                    reminder={reminder}
                    busy={reminders.saving === reminder.id}
                    onToggle={() => void toggle(reminder)}
                    onChange={() => setSearch({ edit: reminder.id })}
                    onEnd={() => setEnding(reminder)}
                  />
                </li>
              ))}
            </ul>
            <p>
              <ButtonLink href={paths.newReminder}>{i18n.t('Set a reminder')}</ButtonLink>
            </p>
          </>
        )}
      </div>
      <EndDialog reminder={ending} onClose={() => setEnding(null)} onEnd={end} />
    </Page>
  )
}
