import { useLongWork } from '../../lib/session/proof-of-work.ts'

/** Says what is being waited for while the device proves that it is no robot's; silent otherwise. */
export function WorkNotice() {
  const isLong = useLongWork()
  return (
    <p role="status" className={isLong ? 'text-muted' : 'sr-only'}>
      {isLong && 'Your device is running a short check against robots. There’s nothing you need to do.'}
    </p>
  )
}
