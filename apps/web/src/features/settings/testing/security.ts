import { calls, type AnswerOf } from '@sesa/contract'
import { newApi } from '../../../testing/app.tsx'
import type { ScriptedApi } from '../../../testing/scripted-api.ts'
import type { Device } from '../use-devices.ts'

type Methods = AnswerOf<typeof calls.getSignInMethods>

export const sampleMethods = (change: Partial<Methods> = {}): Methods => ({
  ...{ phoneNumber: '+231770123456', email: 'hawa@example.org', emailVerified: true, pendingEmail: null },
  ...{ password: false, google: false, passkeys: 0, provenUntil: null },
  ...change,
})

export const sampleDevice = (change: Partial<Device> = {}): Device => ({
  ...{ id: crypto.randomUUID(), device: 'Chrome on Android', current: true, trusted: false },
  createdAt: new Date(2026, 10, 24, 14, 5).toISOString(),
  lastUsedAt: new Date(2026, 10, 25, 9).toISOString(),
  ...change,
})

/** Scripts what the security page asks for: this device alone, and no passkey, password or event. */
export function securityApi(methods: Partial<Methods> = {}): ScriptedApi {
  const api = newApi()
  api.answer(calls.getSignInMethods, sampleMethods(methods))
  api.answer(calls.listPasskeys, { passkeys: [] })
  api.answer(calls.sessions, { sessions: [sampleDevice()] })
  api.answer(calls.listActivity, { events: [], nextCursor: null })
  return api
}
