import type { FormEvent } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { Switch } from '@sesa/ui/fields/switch.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { useLeaveGuard } from '../../lib/forms/leave-guard.ts'
import { useSession } from '../../lib/session/session.ts'
import { ChannelSwitches } from './channel-switches.tsx'
import { KINDS } from './choices.ts'
import { useChoices } from './use-choices.ts'

/**
 * Renders the choice of emails, texts and push notifications. Nothing applies before the customer saves, except on this
 * device.
 */
export default function NotificationsPage() {
  const { user, profile, config } = useSession()
  const choices = useChoices(user?.uid ?? '')
  const state = useLoadState(choices.query)
  const toast = useToast()
  const { shown, failure, isDirty } = choices
  const guard = useLeaveGuard(isDirty)
  const email = profile?.email

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await choices.save()) toast(i18n.t('Notifications saved'))
  }

  return (
    <Page
      title={i18n.t('Notifications')}
      hasError={failure !== null}
      lead={i18n.t('Choose what we tell you, and how. You’ll always get receipts and security alerts.')}
    >
      <LoadTrouble what={i18n.t('your choices')} state={state} />
      {failure && (
        <Notice tone="error" title={i18n.t('We couldn’t save your choices')}>
          {i18n.t('{message} They’re still below.', { message: failure.message })}
        </Notice>
      )}
      {!shown && state.loading && <LoadingCard lines={6} />}
      {shown && (
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
          <Card>
            <fieldset className="flex min-w-0 flex-col divide-y divide-line">
              <legend className="w-full pb-3 text-muted">
                {noWrap(email ? i18n.t('Emails to {email}', { email }) : i18n.t('Emails'))}
              </legend>
              {KINDS.map(({ kind, label, hint }) => (
                <Switch
                  key={kind}
                  id={kind}
                  label={label}
                  hint={hint}
                  checked={shown.notifications[kind]}
                  onChange={(wanted) => choices.change('notifications', { [kind]: wanted })}
                />
              ))}
            </fieldset>
          </Card>
          <ChannelSwitches
            shown={shown.channels}
            hasPush={!!config?.push}
            onChange={(part, wanted) => choices.change(part, wanted)}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button
              type="submit"
              size="lg"
              busy={choices.busy}
              busyLabel={i18n.t('Saving')}
              className="max-sm:w-full"
            >
              {i18n.t('Save')}
            </Button>
            <p role="status" className="text-muted">
              {isDirty && !choices.busy && i18n.t('Unsaved changes')}
            </p>
          </div>
        </form>
      )}
      <Dialog
        open={guard.isAsking}
        onClose={guard.stay}
        title={i18n.t('Leave without saving?')}
        closeLabel={i18n.t('Keep editing')}
        actions={
          <Button
            variant="danger"
            onClick={() => {
              choices.forget()
              guard.leave()
            }}
          >
            {i18n.t('Leave')}
          </Button>
        }
      >
        <p>{i18n.t('You have unsaved changes.')}</p>
      </Dialog>
    </Page>
  )
}
