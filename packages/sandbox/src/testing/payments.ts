import { expect, vi } from 'vitest'
import { depositRequest, listenForWebhooks, startSandbox } from './sandbox.ts'

export const WAIT = { timeout: 60_000, interval: 20 }

/** A number whose phone approves by itself, unless told otherwise. */
export const PAYER = '233241112233'

/** Starts the sandbox with a product that listens, and returns what a business and its payers do. */
export async function startPayments() {
  const product = await listenForWebhooks()
  const sandbox = await startSandbox(product.url)

  const send = (deposit: object) => sandbox.pawapay('POST', '/deposits', deposit)
  const status = async (id: string) => (await sandbox.pawapay('GET', `/deposits/${id}`)).json

  /** Sends a deposit that waits for the payer. */
  async function asked(deposit = depositRequest()) {
    await sandbox.setPhone(deposit.payer.accountDetails.phoneNumber, { prompts: 'ask' })
    await send(deposit)
    return deposit
  }

  return {
    product,
    sandbox,
    send,
    status,
    asked,
    /** Sends a deposit and approves it. */
    async paid(deposit = depositRequest()) {
      await asked(deposit)
      await sandbox.answerPrompt(deposit.payer.accountDetails.phoneNumber, deposit.depositId, true)
      expect((await status(deposit.depositId)).data.status).toBe('COMPLETED')
      return deposit
    },
    books: async () => (await sandbox.call('GET', '/sandbox/books')).json.collections,
    callbacks: () => product.received.map(({ body }) => JSON.parse(body)),
    float: async (country = 'GHA') =>
      (await sandbox.pawapay('GET', `/wallet-balances?country=${country}`)).json.balances[0].balance,
    ends: (id: string, data: object) =>
      vi.waitFor(async () => expect((await status(id)).data).toMatchObject(data), WAIT),
    async close() {
      await sandbox.close()
      await product.close()
    },
  }
}

/** Returns the payer of a deposit. */
export function payer(phoneNumber: string, provider: string) {
  return { payer: { type: 'MMO', accountDetails: { phoneNumber, provider } } }
}
