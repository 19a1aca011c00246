import { proveCalls } from './api.ts'
import { askPasskey, cancelPasskey } from './passkeys.ts'
import { createStore } from './store.ts'

const asking = createStore(false)

/** Returns whether the device is asked for the passkey that confirms a call. */
export const useAsking = (): boolean => asking.use()

/** Stops asking; the call is not made. */
export const stopAsking = (): void => void cancelPasskey()

proveCalls(async (options) => {
  asking.set(true)
  const { data, error } = await askPasskey(options).finally(() => asking.set(false))
  return error ? { error: { ...error, code: 'step_up_required' } } : { data }
})
