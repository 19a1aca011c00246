import { within } from '@sesa/test-kit/patience'
import { expect } from '@playwright/test'
import { answered, type Api } from './api.ts'

interface Phone {
  prompts: { id: string; amount: number; isShown: boolean; codes: readonly string[] }[]
}

const place = (phone: string) => `/sandbox/phones/${phone.replace('+', '')}`

/** Makes requests to pay wait on this phone until the journey answers them. `holder`: whose wallet it is. */
export async function askOn(api: Api, phone: string, holder?: string): Promise<void> {
  const data = { prompts: 'ask', ...(holder !== undefined && { holder }) }
  await answered(await api.request.put(place(phone), { data }))
}

/** Waits for the request on this phone, dials its code if it needs one, and answers it as its payer does. */
export async function answerOn(api: Api, phone: string, approve: boolean): Promise<void> {
  let prompt: Phone['prompts'][number] | undefined
  await expect(async () => {
    prompt = ((await answered(await api.request.get(place(phone)))) as Phone).prompts[0]
    expect(prompt, `a request on ${phone}`).toBeDefined()
  }).toPass({ timeout: within(30), intervals: [100, 250, 500] })
  const [code] = prompt?.codes ?? []
  if (prompt?.isShown === false && code !== undefined)
    await answered(await api.request.post(`${place(phone)}/dial`, { data: { code } }))
  await answered(await api.request.post(`${place(phone)}/prompts/${prompt?.id}`, { data: { approve } }))
}

/** Returns what wallets of this number have paid, in minor units, with what they got back. */
export async function collectedFrom(api: Api, phone: string) {
  const { collections } = (await answered(await api.request.get('/sandbox/books'))) as {
    collections: { msisdn: string; amount: number; status: string; refunded: number }[]
  }
  return collections.filter(({ msisdn, status }) => msisdn === phone.slice(1) && status === 'completed')
}
