import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { formatMoney, isNegative, money } from '@sesa/money'
import { readFloat } from '../domains/payouts/index.ts'
import { pricesInForce, PRICING_CONFIGURATION, simulateNow } from '../domains/pricing/index.ts'
import { createConfiguration } from '../db/configuration.ts'
import { latestVersion } from '../db/migrate.ts'
import type { Command, Tools } from './command.ts'
import type { Providers } from '../compose/provider-ports.ts'
import { checkCardSetup } from './doctor-cards.ts'
import { checkCollector } from './doctor-collections.ts'
import { checkCallbacks, checkRail } from './doctor-rails.ts'
import { checkSource } from './doctor-rates.ts'
import { checkScreening } from './doctor-screening.ts'
import { checkTreasury } from './doctor-treasury.ts'
import { note, ok, problem, type Finding } from './finding.ts'
import { RATE_HISTORY_PER_DAY, readTls } from '../config/config.ts'
import { readCertificate } from '../bin/certificate.ts'
import { createProviders } from '../compose/providers.ts'
import {
  readProviderSettings,
  type ProviderSettings,
  type RealSettings,
} from '../config/provider-settings.ts'
import { ConfigError } from '../config/setting.ts'

const TWO_WEEKS = 14 * 86_400_000

/** Reads a payment that cannot exist: with valid keys, the card provider answers that there is none. */
async function askCards({ cards }: Providers): Promise<Finding> {
  const answer = await cards.readPayment('pi_doctor')
  if (!answer.ok && answer.code === 'resource_missing') return ok('cards', 'the provider accepts our key')
  return problem('cards', answer.ok ? 'gave an unexpected answer' : `${answer.reason}: ${answer.code}`)
}

interface Circumstances {
  /** The product's own address. */
  readonly publicUrl: string
  /** Whether a key verifies pawaPay's callbacks. */
  readonly hasCallbackKey: boolean
  readonly historyPerDay: number
  /** Names under which customers know us. */
  readonly names: readonly string[]
}

/** Sends every provider a request that changes nothing there. */
async function askProviders(
  providers: Providers,
  db: Tools['db'],
  { publicUrl, hasCallbackKey, historyPerDay, names }: Circumstances,
): Promise<Finding[]> {
  const [mail, vendors] = await Promise.all([providers.checkMailServer(), providers.checkSmsVendors()])
  const callbacks = { url: `${publicUrl}/webhooks/pawapay`, hasKey: hasCallbackKey }
  const rails = await Promise.all(
    [...providers.rails].map(async ([name, rail]) => [
      ...(await checkRail(name, rail)),
      ...(await checkCallbacks(name, rail, callbacks)),
    ]),
  )
  const collectors = await Promise.all(
    [...providers.collectors.values()].map((one) => checkCollector(one, { url: callbacks.url, names })),
  )
  const rates = await Promise.all(providers.rates.map((source) => checkSource(db, source, historyPerDay)))
  return [
    await askCards(providers),
    ...(await checkCardSetup(providers.cardSetup, publicUrl)),
    ...rails.flat(),
    ...collectors.flat(),
    ...vendors.map(({ name, reached }) =>
      reached
        ? ok(name, 'accepts our credentials; no message sent, since each one costs money')
        : problem(name, 'isn’t answering or refuses our credentials'),
    ),
    mail
      ? ok('email', 'the server accepts our credentials')
      : problem('email', 'the server isn’t answering or refuses our credentials'),
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

/** Names every corridor and amount that loses money. In the sandbox no price is real, so it is only a note there. */
async function checkPrices({ db }: Tools, { mode }: ProviderSettings): Promise<Finding[]> {
  const list = await pricesInForce(db)
  const [transfers = []] =
    list === null ? [] : (await simulateNow(createConfiguration(db, PRICING_CONFIGURATION), [list])).results
  const losses = Map.groupBy(
    transfers.filter(({ result }) => isNegative(result)),
    ({ corridor }) => corridor,
  )
  if (losses.size === 0) return [ok('prices', `none of ${transfers.length} simulated transfers loses money`)]
  const tell = mode === 'sandbox' ? note : problem
  return [...losses].map(([corridor, its]) => {
    const which = its.map(({ send, payWith, isForeignCard, result }) => {
      const by = payWith === 'momo' ? ' by mobile money' : isForeignCard ? ' by foreign card' : ''
      return `${formatMoney(send)}${by} (${formatMoney(result)})`
    })
    return tell('prices', `${corridor} loses money: ${which.join(', ')}. See Prices in the office`)
  })
}

/** Reports each wallet at a provider, and each account whose balance cannot be read. */
async function checkFloat({ db }: Tools, { rails, collectors, cardBalance }: Providers): Promise<Finding[]> {
  const sources = new Map([
    ...[...rails].flatMap(([name, { float }]) => (float ? [[name, float] as const] : [])),
    ...[...collectors.values()].flatMap(({ floats }) => [...(floats ?? [])]),
    ['stripe', cardBalance] as const,
  ])
  const silent = await Promise.all(
    [...sources].map(async ([account, source]) =>
      (await source()) === null ? [problem(`float ${account}`, 'can’t read the balance')] : [],
    ),
  )
  const wallets = await readFloat(db)
  const lines = wallets.map((wallet): Finding => {
    const { account, country, currency, balance, hours, largest, askedAt } = wallet
    // Without a forecast, the largest pay-out is what it should cover.
    const need =
      hours === null && largest !== null && largest > wallet.need.amount
        ? money(largest, currency)
        : wallet.need
    const held = balance === null ? 'unknown' : formatMoney(money(balance, currency))
    const forecast = hours === null ? '' : `, ${hours} hours left`
    const what = `float ${[account, country, currency].filter(Boolean).join(' ')}`
    const words = `${wallet.state}: ${held}, need ${formatMoney(need)}${forecast}, read at ${askedAt?.toISOString() ?? 'never'}`
    return wallet.state === 'enough' ? ok(what, words) : problem(what, words)
  })
  return [...silent.flat(), ...lines]
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
          'SESA_PUBLIC_URL must start with https: cookies, cards and MTN’s callbacks need it',
        ),
    settings.STRIPE_ACCOUNT_FUNDING_VERSION === undefined
      ? note(
          'cards',
          'payments don’t name the sender: set STRIPE_ACCOUNT_FUNDING_VERSION once Stripe has approved the account for it',
        )
      : note('cards', `payments name sender and recipient, under ${settings.STRIPE_ACCOUNT_FUNDING_VERSION}`),
    ...checkReports(settings),
  ]
}

/** Notes where delivery reports of text messages must be switched on by hand. */
function checkReports(settings: RealSettings): Finding[] {
  return settings.AFRICASTALKING_USERNAME === undefined || settings.AFRICASTALKING_REPORTS_TOKEN !== undefined
    ? []
    : [note('Africa’s Talking', 'no delivery reports: set AFRICASTALKING_REPORTS_TOKEN')]
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
    const given = tools.env['SESA_PUBLIC_URL'] || undefined
    const publicUrl = (given ?? `http://localhost:${tools.env['PORT'] || '3000'}`).replace(/\/$/, '')
    const providers = createProviders(settings, { publicUrl, timeout: 10_000 })
    const hasCallbackKey =
      (settings.mode === 'sandbox' ? settings.pawapayCallbackKey : settings.PAWAPAY_CALLBACK_KEY) !==
      undefined
    const names = ['Sesa', ...(tools.env['LEGAL_NAME'] ? [tools.env['LEGAL_NAME']] : [])]
    const perDay = tools.env['RATE_HISTORY_PER_DAY']
    const historyPerDay = perDay ? Number.parseInt(perDay, 10) : RATE_HISTORY_PER_DAY.real
    const findings = [
      ...checkAddress(settings, given),
      await checkTls(tools.env),
      ...(await checkDatabase(tools)),
      ...(await checkPrices(tools, settings)),
      ...(await askProviders(providers, tools.db, { publicUrl, hasCallbackKey, historyPerDay, names })),
      ...(await checkFloat(tools, providers)),
      ...(await checkTreasury(tools)),
      await checkScreening(providers.screening),
    ]
    const marks = { ok: 'ok      ', problem: 'PROBLEM ', note: 'note    ' }
    for (const { what, state, words } of findings) say(`${marks[state]}${what}: ${words}`)
    const problems = findings.filter(({ state }) => state === 'problem').length
    say(`${findings.length} checks, ${problems} problems`)
    return { code: problems > 0 ? 1 : 0, json: { findings, problems } }
  },
}
