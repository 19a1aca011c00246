import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { latestVersion } from '../db/migrate.ts'
import type { Command, Tools } from './command.ts'
import type { Providers } from '../compose/provider-ports.ts'
import { checkSource } from './doctor-rates.ts'
import { note, ok, problem, type Finding } from './finding.ts'
import { createProviders } from '../compose/providers.ts'
import {
  ConfigError,
  readProviderSettings,
  type ProviderSettings,
  type RealSettings,
} from '../config/provider-settings.ts'
import { readCertificate, readTls } from '../config/tls-settings.ts'

const TWO_WEEKS = 14 * 86_400_000

/** Reads a payment that cannot exist: with valid keys, the card provider answers that there is none. */
async function askCards({ cards }: Providers): Promise<Finding> {
  const answer = await cards.readPayment('pi_doctor')
  if (!answer.ok && answer.code === 'resource_missing') return ok('cards', 'the provider accepts our key')
  return problem('cards', answer.ok ? 'gave an unexpected answer' : `${answer.reason}: ${answer.code}`)
}

/** Sends every provider a request that changes nothing there. */
async function askProviders(
  providers: Providers,
  db: Tools['db'],
  historyPerDay: number,
): Promise<Finding[]> {
  const [mail, vendors] = await Promise.all([providers.checkMailServer(), providers.checkSmsVendors()])
  const rails = await Promise.all(
    [...providers.rails].map(async ([name, { terms }]): Promise<Finding> => {
      const networks = await terms()
      if (networks === null) return problem(name, 'does not answer, or refuses our keys')
      const open = networks.filter((one) => one.open).map(({ country, network }) => `${country}/${network}`)
      return open.length > 0
        ? ok(name, `pays out to ${open.join(', ')}`)
        : problem(name, 'answers, but pays out to none of our networks')
    }),
  )
  const rates = await Promise.all(providers.rates.map((source) => checkSource(db, source, historyPerDay)))
  return [
    await askCards(providers),
    ...rails,
    ...vendors.map(({ name, reached }) =>
      reached
        ? ok(name, 'accepts our credentials; nothing was sent, since each message costs money')
        : problem(name, 'does not answer, or refuses our credentials'),
    ),
    mail
      ? ok('email', 'the server accepts our credentials')
      : problem('email', 'the server does not answer, or refuses our credentials'),
    ...rates.flat(),
  ]
}

async function checkDatabase({ db, owner }: Tools): Promise<Finding[]> {
  const { rows } = await sql<{
    applied: number
  }>`select max(version) as applied from schema_migrations`.execute(owner)
  const [applied, known] = [rows[0]?.applied ?? 0, await latestVersion()]
  const schema =
    applied === known
      ? ok('database', `schema ${applied}`)
      : problem(
          'database',
          `schema ${applied}, this release needs ${known}: start the product once to migrate`,
        )
  const open = await db
    .selectFrom('corridors')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow()
  return [schema, note('corridors', `${open.count} open; live mode accepts transfers only on open corridors`)]
}

function checkAddress(settings: ProviderSettings, publicUrl: string | undefined): Finding[] {
  if (settings.mode === 'sandbox') return [note('mode', 'sandbox: no real money moves')]
  const https = publicUrl?.startsWith('https:') === true
  return [
    note('mode', settings.mode),
    https
      ? ok('address', publicUrl ?? '')
      : problem(
          'address',
          'SESA_PUBLIC_URL must begin with https: cookies, cards and MTN’s callbacks need it',
        ),
    settings.stripe.fundingVersion === undefined
      ? note(
          'cards',
          'payments do not name the sender: set STRIPE_ACCOUNT_FUNDING_VERSION once Stripe has approved the account for it',
        )
      : note('cards', `payments name sender and recipient, under ${settings.stripe.fundingVersion}`),
    ...checkReports(settings),
    ...(settings.pawapay !== undefined && settings.pawapay.callbackKey === undefined
      ? [note('pawapay', 'callbacks are not verified: set PAWAPAY_CALLBACK_KEY once the account signs them')]
      : []),
  ]
}

/** Notes where delivery reports of text messages must be switched on by hand. */
function checkReports({ africasTalking }: RealSettings): Finding[] {
  return africasTalking === undefined || africasTalking.reportsToken !== undefined
    ? []
    : [note('Africa’s Talking', 'delivery reports are not read: set AFRICASTALKING_REPORTS_TOKEN')]
}

/** Checks where TLS ends, and that our own certificate is valid for two more weeks. */
async function checkTls(env: Tools['env']): Promise<Finding> {
  try {
    const tls = readTls(env)
    if (tls.by === 'nobody') return note('tls', 'none')
    if (tls.by === 'proxy') return note('tls', 'a proxy terminates it: check its settings')
    const { validToDate } = new X509Certificate((await readCertificate(tls)).cert)
    const words = `the certificate is valid until ${validToDate.toISOString()}`
    return validToDate.getTime() - Date.now() < TWO_WEEKS
      ? problem('tls', `${words}: renew it`)
      : ok('tls', words)
  } catch (error) {
    if (error instanceof ConfigError) return problem('tls', error.message)
    throw error
  }
}

export const doctorCommand: Command = {
  words: ['doctor'],
  does: 'check the database and every configured provider; exits with 1 on problems',
  async run(tools, _given, say) {
    const settings = readProviderSettings(tools.env)
    const publicUrl = tools.env['SESA_PUBLIC_URL']
    const providers = createProviders(settings, {
      publicUrl: publicUrl ?? 'http://localhost:3000',
      timeout: 10_000,
    })
    const findings = [
      ...checkAddress(settings, publicUrl),
      await checkTls(tools.env),
      ...(await checkDatabase(tools)),
      ...(await askProviders(providers, tools.db, Number(tools.env['RATE_HISTORY_PER_DAY'] || 10))),
    ]
    const marks = { ok: 'ok      ', problem: 'PROBLEM ', note: 'note    ' }
    for (const { what, state, words } of findings) say(`${marks[state]}${what}: ${words}`)
    const problems = findings.filter(({ state }) => state === 'problem').length
    say(`${findings.length} checks, ${problems} problems`)
    return { code: problems > 0 ? 1 : 0, json: { findings, problems } }
  },
}
