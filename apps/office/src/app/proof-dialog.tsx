import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { proveCalls } from '../lib/api.ts'
import { askPasskey, cancelPasskey } from '../lib/passkeys.ts'
import { createStore } from '../lib/store.ts'

/** Says what the device asks for while a passkey confirms a call. What was typed stays where it is. */
export function ProofDialog() {
  if (!useAsking()) return null
  return (
    <Dialog open title="Confirm with your passkey" closeLabel="Cancel" onClose={stopAsking}>
      <p>Unlock your device to confirm this. Nothing changes until you do.</p>
    </Dialog>
  )
}

const asking = createStore(false)

/** Returns whether the device is asked for the passkey that confirms a call. */
const useAsking = (): boolean => asking.use()

/** Stops asking; the call is not made. */
const stopAsking = (): void => void cancelPasskey()

proveCalls(async (options) => {
  asking.set(true)
  const { data, error } = await askPasskey(options).finally(() => asking.set(false))
  return error ? { error: { ...error, code: 'step_up_required' } } : { data }
})
