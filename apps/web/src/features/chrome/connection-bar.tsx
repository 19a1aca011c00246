import { AlertIcon } from '../../ui/art/icons.tsx'

/**
 * Says that the device is offline and what that means, fixed to the edge of the screen so that nothing moves.
 * Part of every document; `document/early.ts` shows it.
 */
export function ConnectionBar() {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-12 z-40 flex justify-center px-4 print:hidden"
    >
      <p className="rise on-deep hidden items-center gap-3 rounded-lg px-5 py-3 shadow-card ring-2 ring-accent cut:flex">
        <AlertIcon className="text-accent" />
        <span>
          <strong>You’re offline.</strong> Your details are saved. We’ll carry on when you reconnect.
        </span>
      </p>
    </div>
  )
}
