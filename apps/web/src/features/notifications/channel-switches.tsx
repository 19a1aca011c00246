import { lazy, Suspense } from 'react'
import { formatPhone, type NoticeChannels } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Switch } from '@sesa/ui/fields/switch.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { useSession } from '../../lib/session/session.ts'
import { BOTH, PUSHED, type Changes } from './choices.ts'

/** Fetched after the switches, which work without it. */
const PushDevice = lazy(() => loadCode(() => import('./push-device.tsx')))

interface ChannelSwitchesProps {
  shown: NoticeChannels
  /** False while we send no push notifications. */
  hasPush: boolean
  onChange: <Part extends keyof NoticeChannels>(part: Part, wanted: Changes[Part]) => void
}

/** Renders texts, push notifications on this device, and the kinds that have a switch per channel. */
export function ChannelSwitches({ shown, hasPush, onChange }: ChannelSwitchesProps) {
  const { profile } = useSession()
  return (
    <>
      {profile?.phoneNumber && (
        <Card>
          <h2 className="text-2xl">{i18n.t('Text messages')}</h2>
          <p className="mt-1 text-muted">
            {noWrap(i18n.t('To {phoneNumber}.', { phoneNumber: formatPhone(profile.phoneNumber) }))}
          </p>
          <Switch
            id="sms-transfers"
            label={i18n.t('Texts about your transfers')}
            hint={
              profile.country === 'US'
                ? i18n.t(
                    'When you’ve paid, and when the money has arrived. Message and data rates may apply.',
                  )
                : i18n.t('When you’ve paid, and when the money has arrived.')
            }
            checked={shown.sms.transfers}
            onChange={(transfers) => onChange('sms', { transfers })}
          />
        </Card>
      )}
      {hasPush && (
        <Card className="flex flex-col gap-4">
          <div>
            <h2 className="text-2xl">{i18n.t('Push notifications')}</h2>
            <p className="mt-1 text-muted">
              {i18n.t('They show no amount and no name. Security alerts always come to devices that are on.')}
            </p>
          </div>
          <SectionBoundary name={i18n.t('this device')}>
            <Suspense fallback={<Skeleton lines={1} />}>
              <PushDevice />
            </Suspense>
          </SectionBoundary>
          <fieldset className="flex min-w-0 flex-col divide-y divide-line border-t border-line">
            <legend className="sr-only">{i18n.t('Push notifications about')}</legend>
            {PUSHED.map(({ kind, label, hint }) => (
              <Switch
                key={kind}
                id={`push-${kind}`}
                label={label}
                hint={hint}
                checked={shown.push[kind]}
                onChange={(wanted) => onChange('push', { [kind]: wanted })}
              />
            ))}
          </fieldset>
        </Card>
      )}
      <Card className="flex flex-col gap-2">
        <h2 className="text-2xl">{i18n.t('Other notices')}</h2>
        {BOTH.map(({ kind, label, hint }) => (
          <fieldset key={kind} className="min-w-0 border-t border-line pt-3 first-of-type:border-0">
            <legend className="float-left w-full font-semibold">{label}</legend>
            <p className="clear-both text-muted">{hint}</p>
            <Switch
              id={`email-${kind}`}
              label={i18n.t('{label} by email', { label })}
              checked={shown.email[kind]}
              onChange={(wanted) => onChange('email', { [kind]: wanted })}
            />
            {hasPush && (
              <Switch
                id={`push-${kind}`}
                label={i18n.t('{label} by push', { label })}
                checked={shown.push[kind]}
                onChange={(wanted) => onChange('push', { [kind]: wanted })}
              />
            )}
          </fieldset>
        ))}
      </Card>
    </>
  )
}
