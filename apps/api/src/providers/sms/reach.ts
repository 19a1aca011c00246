import * as v from 'valibot'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Time-out of a vendor, in milliseconds. */
const PATIENCE_MS = 10_000

/** The balance and status that Africa's Talking and Twilio report for our account. */
const balance = v.object({ UserData: v.object({ balance: v.string() }) })
const account = v.object({ status: v.literal('active') })

async function look(
  fetchFn: ProviderFetch,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown } | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetchFn(url, {
      headers: { accept: 'application/json', ...headers },
      signal,
    })
    return { status: response.status, body: JSON.parse(await response.text()) as unknown }
  } catch {
    return null
  }
}

/** Checks our Africa's Talking credentials by reading the balance. Sends no message. */
export async function checkAfricasTalking(
  { baseUrl, username, apiKey }: { baseUrl: string; username: string; apiKey: string },
  fetchFn: ProviderFetch,
): Promise<boolean> {
  const query = new URLSearchParams({ username })
  const answer = await look(fetchFn, `${baseUrl}/version1/user?${query.toString()}`, { apiKey })
  return answer?.status === 200 && v.is(balance, answer.body)
}

/** Checks our Twilio credentials and that the account is active. Sends no message. */
export async function checkTwilio(
  { baseUrl, accountSid, authToken }: { baseUrl: string; accountSid: string; authToken: string },
  fetchFn: ProviderFetch,
): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const answer = await look(fetchFn, `${baseUrl}/2010-04-01/Accounts/${accountSid}.json`, { authorization })
  return answer?.status === 200 && v.is(account, answer.body)
}
