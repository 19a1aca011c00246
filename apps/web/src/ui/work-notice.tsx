import { useLongWork } from '../lib/proof-of-work.ts'

/** Says what is being waited for while the device proves that it is no robot's; silent otherwise. */
export function WorkNotice() {
  const isLong = useLongWork()
  return (
    <p role="status" className={isLong ? 'text-muted' : 'sr-only'}>
      {isLong && 'Your device is doing a short check against robots. You need not do anything.'}
    </p>
  )
}
