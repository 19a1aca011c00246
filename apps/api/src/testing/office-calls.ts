import { customerId } from './office-history.ts'
import type { BenchRole } from './office-work.ts'

/** A call of the office as a member makes it, with other values in each run. */
export interface OfficeBenchCall {
  readonly role: BenchRole
  /** `GET /home`; the part of the address after `/office/api`. */
  readonly request: (run: number) => readonly [call: string, body?: object]
  /** Within how many milliseconds 95 of 100 must answer. */
  readonly target: number
}

interface Sizes {
  readonly transfers: number
  readonly customers: number
  /** The price list, the fraud and the monitoring rules in force, and open work, by which calls are made. */
  readonly found: {
    readonly prices: object
    readonly fraudRules: readonly object[]
    readonly monitoringRules: readonly object[]
    readonly case: string
    readonly identityCheck: string
    readonly enquiry: string
  }
}

const TARGETS = { list: 300, record: 100, home: 300, chart: 150, trial: 2_000 } as const

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Returns the calls by name, in the order of their report. */
export function officeBenchCalls({
  transfers,
  customers,
  found,
}: Sizes): Readonly<Record<string, OfficeBenchCall>> {
  const reference = (run: number): string =>
    `S-${(1 + ((run * 7919) % transfers)).toString(16).toUpperCase().padStart(8, '0')}`
  const one = (run: number): number => 1 + ((run * 7919) % customers)
  const get = (role: BenchRole, path: string, target: number): OfficeBenchCall => ({
    ...{ role, target },
    request: () => [`GET ${path}`],
  })
  const post = (
    path: string,
    body: (run: number) => object,
    { role = 'compliance', target = TARGETS.list }: { role?: BenchRole; target?: number } = {},
  ): OfficeBenchCall => ({ role, target, request: (run) => [`POST ${path}`, body(run)] })
  const search = (text: (run: number) => string) => post('/search', (run) => ({ text: text(run) }))
  const list = (text: string | ((run: number) => string), sort = '-created') =>
    post('/transfers/list', (run) => ({
      text: typeof text === 'string' ? text : text(run),
      sort,
      limit: '50',
    }))
  const people = (text: string, sort = '-created') =>
    post('/customers/list', () => ({ text, sort, limit: '50' }))
  const { home, chart, record, trial } = TARGETS
  return {
    'home of support': get('support', '/home', home),
    'home of compliance': get('compliance', '/home', home),
    'home of finance': get('finance', '/home', home),
    'home of engineers': get('engineer', '/home', home),
    'home of administrators': get('administrator', '/home', home),
    'inbox of support': get('support', '/inbox', TARGETS.list),
    'inbox of compliance': get('compliance', '/inbox', TARGETS.list),
    'inbox of finance, holds': get('finance', '/inbox?kind=holds', TARGETS.list),

    'transfers, newest': list(''),
    'transfers, oldest': list('', 'created'),
    'transfers, largest': list('', '-sent'),
    'transfers, smallest': list('', 'sent'),
    'transfers on hold': list('is:held'),
    'transfers under review': list('is:review'),
    'transfers that I decide': list('owner:me'),
    'transfers unfinished': list('is:open'),
    'transfers unfinished, largest': list('is:open', '-sent'),
    'transfers failed': list('is:failed'),
    'transfers refunded': list('is:refunded'),
    'transfers refunded, largest': list('is:refunded', '-sent'),
    'transfers cancelled, smallest': list('is:cancelled', 'sent'),
    'transfers of a corridor': list('corridor:lr-gh'),
    'transfers of a corridor, largest': list('corridor:lr-gh', '-sent'),
    'transfers of a corridor without any': list('corridor:sl-lr'),
    'transfers of a network': list('network:orange'),
    'transfers of a network without any': list('network:qmoney'),
    'transfers not of a network': list('-network:mtn'),
    'transfers of a currency': list('currency:lrd'),
    'transfers of a currency without any': list('currency:sle'),
    'transfers of a currency without any, largest': list('currency:sle', '-sent'),
    'transfers of a card': list((run) => `card:${String(run * 37).padStart(4, '0')}`),
    'transfers of a card, largest': list((run) => `card:${String(run * 37).padStart(4, '0')}`, '-sent'),
    'transfers of a month': list('last month'),
    'transfers of a month, largest': list('last month', '-sent'),
    'transfers of a network in a month': list('network:orange last month'),
    'transfers refunded in a month': list('is:refunded last month'),
    'transfers of an amount in a month': list((run) => `${run}.37 last month`),
    'transfers of an amount in a year': list((run) => `${run}.37 ${daysAgo(365)}..`),
    'transfers of an amount in a year, largest': list((run) => `${run}.37 ${daysAgo(365)}..`, '-sent'),
    'transfers of a rare name': list((run) => `quist n${(run * 50) % 1000}`),
    'transfers of a rare name, largest': list((run) => `quist n${(run * 50) % 1000}`, '-sent'),
    'transfers of a middling name': list('quist asante'),
    'transfers of a middling name, largest': list('quist asante', '-sent'),
    'transfers of a name of many who never sent': list('tetteh'),
    'transfers of a name of many who never sent, largest': list('tetteh', '-sent'),
    'transfers of a frequent name': list('mensah'),
    'transfers of a frequent name, largest': list('mensah', '-sent'),
    'transfers of a name without any': list('kofi asamoah'),
    'transfers, page 40': post('/transfers/list', () => ({
      ...{ text: '', sort: '-created', limit: '50' },
      cursor: '019a0000-0000-7000-8000-000000000000',
    })),
    'customers, newest': people(''),
    'customers, oldest': people('', 'created'),
    'customers of a frequent name': people('mensah'),
    'customers locked': people('is:locked'),

    'search for a number': search((run) => `+23177${String(one(run)).padStart(7, '0')}`),
    'search for a wallet': search((run) => `+23324${String(one(run) * 3).padStart(7, '0')}`),
    'search for a part of a name': search((run) => `quist n${(run * 50) % 1000}`),
    'search for a frequent name': search(() => 'mensah'),
    'search for the beginning of a name': search(() => 'kof'),
    'search for an email': search((run) => `ama${one(run)}@example.com`),
    'search for a domain': search(() => '@example.com'),
    'search for a reference': search(reference),
    'search for a payment': search((run) => `pi_old_${1 + ((run * 7919) % transfers)}`),
    'search for an amount': search((run) => (run % 2 === 0 ? '98.00' : `${run}.37`)),
    'search for a range': search(() => 'usd 601.50..602.50'),
    'search for a large amount': search(() => '>9000'),
    'search for a day': search(() => daysAgo(40)),
    'search for a currency without transfers': search(() => 'currency:sle'),
    'search for a card': search((run) => `card:${String(run * 37).padStart(4, '0')}`),
    'search for a name and holds': search((run) => `n${run % 1000} is:held`),
    'search for a record': search((run) => `K-${1 + (run % 8000)}`),

    'a transfer': { role: 'support', target: record, request: (run) => [`GET /transfers/${reference(run)}`] },
    'a transfer, for compliance': {
      ...{ role: 'compliance', target: record },
      request: (run) => [`GET /transfers/${reference(run)}`],
    },
    'a customer with 10 transfers': {
      ...{ role: 'compliance', target: record },
      request: (run) => [
        `GET /customers/${customerId(customers - ((run * 7919) % Math.floor(customers / 2)))}`,
      ],
    },
    'a customer with one transfer in 100': get('compliance', `/customers/${customerId(1)}`, record),
    'a case': get('compliance', `/cases/${found.case}`, record),
    'an identity check': get('compliance', `/identity-checks/${found.identityCheck}`, record),
    'an enquiry': get('support', `/enquiries/${found.enquiry}`, record),
    'the audit log': get('compliance', '/audit', TARGETS.list),
    'the audit log, one action': get('compliance', '/audit?action=action.release', TARGETS.list),
    'requests of two people': get('compliance', '/approvals', TARGETS.list),

    'chart of charges by hour': get('support', '/charts/charged', chart),
    'chart of outcomes': get('support', '/charts/outcomes', chart),
    'chart of minutes to the wallet': get('engineer', '/charts/minutes', chart),
    'chart of open work': get('compliance', '/charts/open-work', chart),
    'chart of profit': get('finance', '/charts/profit', chart),

    floats: get('finance', '/floats', TARGETS.list),
    'the daily close of yesterday': get('finance', '/daily-closes/latest', TARGETS.list),
    'profit and loss of a week': get('finance', '/results', TARGETS.list),
    reconciliation: get('finance', '/reconciliation', TARGETS.list),
    'entries of the treasury': get('finance', '/treasury/entries', TARGETS.list),
    '30 days priced again': post('/prices/simulate', () => ({ list: found.prices, past: true }), {
      role: 'finance',
      target: trial,
    }),
    'fraud rules tried on 30 days': post(
      '/fraud-rules/replay',
      () => ({ rules: found.fraudRules, days: 30 }),
      { target: trial },
    ),
    'monitoring rules tried on 1 day': post(
      '/monitoring-rules/try',
      () => ({ rules: found.monitoringRules, from: daysAgo(2), to: daysAgo(2) }),
      { target: trial },
    ),
    'limits tried on 30 days': post(
      '/tier-limits/try',
      () => ({ tier: 1, sender: null, per24Hours: '100000', per30Days: '300000' }),
      { target: trial },
    ),
  }
}
