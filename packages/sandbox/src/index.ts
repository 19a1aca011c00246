import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { registerCards } from './cards/index.ts'
import { registerFaults } from './core/fault-routes.ts'
import { openWorld } from './core/open-world.ts'
import type { WorldOptions } from './core/world.ts'
import { registerGoogle } from './google/index.ts'
import { registerSmileId } from './identity/smile-id.ts'
import { registerStripeIdentity } from './identity/stripe-routes.ts'
import { openMessages } from './messages/messages.ts'
import { registerMessages } from './messages/routes.ts'
import { registerPages } from './pages/routes.ts'
import { openCodes } from './monime/codes.ts'
import { openLedger } from './monime/ledger.ts'
import { openMonimePayouts } from './monime/payouts.ts'
import { registerMonime } from './monime/routes.ts'
import { openPayRequests } from './mtn-momo/pay-requests.ts'
import { registerMomo } from './mtn-momo/routes.ts'
import { openMomoTransfers } from './mtn-momo/transfers.ts'
import { openCollections } from './carriers/collections.ts'
import { registerFloats } from './carriers/float-routes.ts'
import { registerPhones } from './carriers/phone-routes.ts'
import { openPhones } from './carriers/phones.ts'
import { openWallets } from './carriers/wallets.ts'
import { registerCallbackSettings } from './pawapay/account.ts'
import { openDeposits } from './pawapay/deposits/deposits.ts'
import { registerDepositStates } from './pawapay/deposits/states.ts'
import { openPayouts } from './pawapay/payouts.ts'
import { registerPawapay } from './pawapay/routes.ts'
import { makeSigningKey } from './pawapay/signatures.ts'
import { openPush } from './push/push.ts'
import { registerPush } from './push/routes.ts'
import { registerSmsVendors } from './sms-vendors/index.ts'
import { readRates } from './rates/rates.ts'
import { registerRates } from './rates/routes.ts'
import { registerYente } from './yente/routes.ts'

export interface SandboxOptions extends Omit<WorldOptions, 'pawapay'> {
  /** Default: a new key, and DER. */
  pawapay?: WorldOptions['pawapay']
  /** The SQLite file of the books, or `:memory:` for books that end with the process. */
  dataFile: string
  /** Milliseconds since the epoch; tests move it forward. */
  now?: () => number
}

export interface Sandbox {
  /** Not listening yet. */
  app: FastifyInstance
  /** Cuts open calls, waits for running work and closes the books; work still due runs after the next start. */
  close(): Promise<void>
}

/**
 * Creates the outside world: card network, mobile-money carriers, SMS, mailbox, push service, rates, screening list,
 * identity checks and Google, over one set of books. Due work starts at once, so pending work in `dataFile` continues.
 * Throws when the books
 * cannot be opened or belong to another process.
 */
export async function createSandbox({
  dataFile,
  now = Date.now,
  pawapay = { signingKey: makeSigningKey(), form: 'der' },
  ...options
}: SandboxOptions): Promise<Sandbox> {
  const rates = await readRates()
  const world = openWorld(dataFile, { ...options, pawapay }, now)
  const messages = openMessages(world)
  const push = openPush(world)
  const wallets = openWallets(world.db)
  const collections = openCollections(world, wallets)
  const phones = openPhones(world, collections)
  const payouts = openPayouts(world, wallets, collections)
  const deposits = openDeposits(world, { collections, phones, payouts })
  const momo = openMomoTransfers(world, wallets, collections)
  const payments = openPayRequests(world, { collections, phones, momo })
  const ledger = openLedger(world)
  const codes = openCodes(world, { collections, phones, ledger })
  const monimePayouts = openMonimePayouts(world, { wallets, collections, ledger })
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 1_000_000,
    // By default, Fastify would turn "3" into 3 and drop unknown fields instead of refusing them.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  tolerateEmptyJson(app)
  registerFaults(app, world.faults)
  registerMessages(app, world, messages)
  registerPush(app, world, push)
  await registerSmsVendors(app, world, messages)
  registerRates(app, world, rates)
  registerYente(app, world)
  await registerPhones(app, phones, wallets)
  await registerPawapay(app, world, { payouts, deposits, states: registerDepositStates(app, world) })
  registerCallbackSettings(app, world)
  await registerMomo(app, world, { momo, payments, phones, messages })
  await registerMonime(app, world, { codes, payouts: monimePayouts, ledger })
  registerFloats(app, { payouts, momo, monime: ledger })
  registerCards(app, world, rates)
  await registerStripeIdentity(app, world)
  await registerSmileId(app, world)
  await registerGoogle(app, world)
  await registerPages(app, world, {
    ...{ messages, push, wallets, collections, phones },
    rails: [payouts, momo, monimePayouts],
  })
  await app.ready()
  world.start()
  return {
    app,
    async close() {
      await app.close()
      await world.close()
    },
  }
}

/** Accepts a DELETE or POST without a body from a client that always declares JSON. */
function tolerateEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}

export { makeSigningKey, publicKeyOf, signatureHeaders } from './pawapay/signatures.ts'
