import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate, formatTime } from '../../lib/format.ts'
import type { Failure } from '../../lib/http.ts'
import { useLoadState } from '../../lib/load-state.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadTrouble } from '../../ui/load-trouble.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from './section.tsx'
import { useDevices, useEndDevice, type Device } from './use-devices.ts'

/** Where the account is open, each place with a way to close it. */
export function Devices() {
  const devices = useDevices()
  const state = useLoadState(devices)
  const endDevice = useEndDevice()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)

  const end = async (device: Device) => {
    if (device.current) {
      const failure = await signOut()
      if (!failure) void navigate(paths.signIn)
      return failure
    }
    const failure = await endDevice(device)
    if (failure) return failure
    toast(`${device.device} is signed out`)
    // The button that was pressed is gone with its device.
    heading.current?.focus()
    return null
  }

  return (
    <Section
      title="Your devices"
      lead="Your account is open on these. Sign out any that you do not know or no longer use."
      headingRef={heading}
    >
      <LoadTrouble what="Your devices" state={state} />
      {state.loading && (
        <Card>
          <Skeleton lines={2} />
          <p role="status" className="sr-only">
            Loading
          </p>
        </Card>
      )}
      {devices.data && (
        <ul className="flex flex-col gap-3">
          {devices.data.map((device) => (
            <li key={device.id}>
              <DeviceCard device={device} onEnd={() => end(device)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface DeviceCardProps {
  device: Device
  onEnd: () => Promise<Failure | null>
}

function DeviceCard({ device, onEnd }: DeviceCardProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const since = `${formatDate(device.createdAt)} ${formatTime(device.createdAt)}`

  const press = async () => {
    setBusy(true)
    setFailure(await onEnd())
    setBusy(false)
  }

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p className="flex flex-wrap items-center gap-x-3 font-semibold">
            {device.device}
            {device.current && (
              <span className="rounded-full bg-ok-soft px-3 py-0.5 font-semibold text-ok">This device</span>
            )}
          </p>
          <p className="text-muted tabular-nums">Signed in {since}</p>
          {!device.current && (
            <p className="text-muted tabular-nums">
              Last used {formatDate(device.lastUsedAt)} {formatTime(device.lastUsedAt)}
            </p>
          )}
          {device.trusted && <p className="text-muted">Stays signed in for 30 days without use</p>}
        </div>
        <Button
          variant="secondary"
          busy={busy}
          busyLabel="Signing out"
          aria-label={`Sign out ${device.current ? 'this device' : `${device.device}, signed in ${since}`}`}
          onClick={() => void press()}
        >
          Sign out
        </Button>
      </div>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure.message} {device.current ? 'You are' : 'It is'} still signed in.
        </p>
      )}
    </Card>
  )
}
