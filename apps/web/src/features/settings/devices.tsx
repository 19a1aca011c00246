import { useRef } from 'react'
import { useNavigate } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { PressRow } from './press-row.tsx'
import { Section } from './section.tsx'
import { useDevices, useEndDevices, type Device } from './use-devices.ts'

/** Lists the signed-in devices, each with a button to sign it out. */
export default function Devices() {
  const devices = useDevices()
  const state = useLoadState(devices)
  const { end, endOthers } = useEndDevices()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)

  const leave = async () => {
    const failure = await signOut()
    if (!failure) void navigate(paths.signIn)
    return failure
  }
  const settle = (failure: Failure | null, done: string) => {
    if (failure) return failure
    toast(done)
    // The pressed button disappears with its device.
    heading.current?.focus()
    return null
  }

  return (
    <Section
      title={i18n.t('Your devices')}
      lead={i18n.t('You’re signed in on these devices. Sign out any you don’t recognise.')}
      headingRef={heading}
    >
      <LoadTrouble what={i18n.t('your devices')} state={state} />
      {state.loading && <LoadingCard lines={2} />}
      {devices.data && (
        <ul className="flex flex-col gap-3">
          {devices.data.map((device) => (
            <li key={device.id}>
              <DeviceRow
                device={device}
                onEnd={async () =>
                  device.current
                    ? leave()
                    : settle(await end(device), i18n.t('{device} signed out', { device: device.device }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {devices.data && devices.data.length > 2 && (
        <PressRow
          title={i18n.t('All other devices')}
          action={i18n.t('Sign out')}
          actionLabel={i18n.t('Sign out all other devices')}
          busyLabel={i18n.t('Signing out')}
          stays={i18n.t('They’re still signed in.')}
          onPress={async () => settle(await endOthers(), i18n.t('All other devices signed out'))}
        >
          {i18n.t('Only this one stays signed in.')}
        </PressRow>
      )}
    </Section>
  )
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => Promise<Failure | null> }) {
  const since = `${formatDate(device.createdAt)} ${formatTime(device.createdAt)}`
  return (
    <PressRow
      title={
        <>
          {device.device}
          {device.current && (
            <span className="rounded-full bg-ok-soft px-3 py-0.5 text-ok">{i18n.t('This device')}</span>
          )}
        </>
      }
      action={i18n.t('Sign out')}
      actionLabel={
        device.current
          ? i18n.t('Sign out this device')
          : i18n.t('Sign out {device}, signed in {since}', { device: device.device, since })
      }
      busyLabel={i18n.t('Signing out')}
      stays={device.current ? i18n.t('You’re still signed in.') : i18n.t('It’s still signed in.')}
      onPress={onEnd}
    >
      <p>{i18n.t('Signed in {since}', { since })}</p>
      {!device.current && (
        <p>
          {i18n.t('Last used {when}', {
            when: `${formatDate(device.lastUsedAt)} ${formatTime(device.lastUsedAt)}`,
          })}
        </p>
      )}
      {device.trusted && <p>{i18n.t('Stays signed in for 30 days without use')}</p>}
    </PressRow>
  )
}
