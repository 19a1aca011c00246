import { useRef } from 'react'
import { useNavigate } from 'react-router'
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
      title="Your devices"
      lead="You’re signed in on these devices. Sign out any you don’t recognise."
      headingRef={heading}
    >
      <LoadTrouble what="your devices" state={state} />
      {state.loading && <LoadingCard lines={2} />}
      {devices.data && (
        <ul className="flex flex-col gap-3">
          {devices.data.map((device) => (
            <li key={device.id}>
              <DeviceRow
                device={device}
                onEnd={async () =>
                  device.current ? leave() : settle(await end(device), `${device.device} signed out`)
                }
              />
            </li>
          ))}
        </ul>
      )}
      {devices.data && devices.data.length > 2 && (
        <PressRow
          title="All other devices"
          action="Sign out"
          actionLabel="Sign out all other devices"
          busyLabel="Signing out"
          stays="They’re still signed in."
          onPress={async () => settle(await endOthers(), 'All other devices signed out')}
        >
          Only this one stays signed in.
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
          {device.current && <span className="rounded-full bg-ok-soft px-3 py-0.5 text-ok">This device</span>}
        </>
      }
      action="Sign out"
      actionLabel={`Sign out ${device.current ? 'this device' : `${device.device}, signed in ${since}`}`}
      busyLabel="Signing out"
      stays={device.current ? 'You’re still signed in.' : 'It’s still signed in.'}
      onPress={onEnd}
    >
      <p>Signed in {since}</p>
      {!device.current && (
        <p>
          Last used {formatDate(device.lastUsedAt)} {formatTime(device.lastUsedAt)}
        </p>
      )}
      {device.trusted && <p>Stays signed in for 30 days without use</p>}
    </PressRow>
  )
}
