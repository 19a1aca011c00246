import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

async function answer(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}

/** Opens an account in the sandbox and completes its profile. @returns its ID token. */
export async function signIn(base: string): Promise<string> {
  const send = async (method: string, path: string, body: object, token?: string) =>
    answer(
      await fetch(base + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      }),
    )
  const phoneNumber = `+23177${randomInt(1_000_000, 10_000_000)}`
  const { verificationId } = await send('POST', '/auth/phone/start', { phoneNumber })
  const { idToken } = await send('POST', '/auth/phone/verify', {
    verificationId,
    code: await codeOf(base, phoneNumber),
  })
  const token = String(idToken)
  await send('POST', '/user/create', { phoneNumber, country: 'LR' }, token)
  await send(
    'PUT',
    '/user/profile',
    { name: 'Scan Kollie', email: 'scan@example.com', dob: '1990-04-02' },
    token,
  )
  return token
}

async function codeOf(base: string, phone: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { messages } = (await answer(
      await fetch(`${base}/sandbox/messages?to=${encodeURIComponent(phone)}`),
    )) as unknown as { messages: { text: string }[] }
    const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0]
    if (code !== undefined) return code
    await sleep(100)
  }
  throw new Error('The sandbox’s phone got no code.')
}
