import { expect } from 'vitest'

/** Plants a fault in the sandbox: `count` requests to `target` fail as `mode` says. */
export async function setFault(
  sandboxUrl: string,
  fault: { readonly target: string; readonly mode: string; readonly count: number },
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(response.ok).toBe(true)
}

/** Returns the session id of an ID token. */
export function sessionOf(idToken: string | null | undefined): string {
  const claims = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { sid: string }).sid
}
