import { officeCalls } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from './api.ts'
import { askPasskey } from './passkeys.ts'
import { enter } from './session.ts'

/** Signs in with a passkey. Returns why it failed, or null. */
export async function signInByPasskey(): Promise<Failure | null> {
  const { data, error } = await tryCall(officeCalls.challengeStaff, {})
  if (error) return error
  const passkey = await askPasskey(data.options)
  if (passkey.error) return passkey.error
  const { data: me, error: refused } = await tryCall(officeCalls.signInStaff, {
    body: { response: passkey.data },
  })
  if (refused) return refused
  enter(me)
  return null
}
