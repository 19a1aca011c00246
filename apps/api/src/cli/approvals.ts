import { APPROVAL_STATES, ROLES, type ApprovalAbout } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import type { ApprovalRow } from '../domains/office/index.ts'
import { argument, CliError, table, type Command, type Described } from './command.ts'
import { officeUrl } from './identity.ts'

const ID: Described = ['<id>', 'the id of the request, as approvals list shows it']

/** A command sees everything while no member has joined. */
const EVERYTHING = { roles: ROLES }

const amountText = ({ amount }: ApprovalAbout): string =>
  amount === null ? '' : formatMoney(money(BigInt(amount.amount), amount.currency))

const inJson = ({ payload_hash: hash, about, ...row }: ApprovalRow & { readonly about: ApprovalAbout }) => ({
  ...row,
  about: { ...about, amount: about.amount && amountText(about) },
  payload_hash: hash.toString('hex'),
})

const decision = (word: 'approve' | 'reject', does: string): Command => ({
  words: ['approvals', word],
  args: [ID],
  isSigned: true,
  does,
  example: '019ac1d2-0000-7000-8000-000000000001',
  async run(tools) {
    throw new CliError(
      `A passkey confirms each decision. Decide in the office: ${officeUrl(tools)}/office/approvals`,
    )
  },
})

export const approvalCommands: readonly Command[] = [
  {
    words: ['approvals', 'list'],
    options: [['--state <state>', `one of ${APPROVAL_STATES.join(', ')} (default: pending)`]],
    does: 'list what waits for a second person',
    async run(tools, { options, member }, say) {
      const state = APPROVAL_STATES.find((one) => one === (options['state'] ?? 'pending'))
      if (state === undefined) throw new CliError(`--state is one of ${APPROVAL_STATES.join(', ')}.`)
      const { approvals } = (await tools.product()).approvals
      const rows = await approvals.list({ state, limit: 100 }, member)
      const reader = member ?? EVERYTHING
      const found = await Promise.all(
        rows.map(async (row) => ({ ...row, about: await approvals.about(row, reader) })),
      )
      const cells = found.map((row) => [
        row.id,
        row.action,
        row.about.label,
        amountText(row.about),
        row.makerName,
        row.expires_at.toISOString(),
        row.reason,
      ])
      if (rows.length > 0)
        table([['id', 'action', 'about', 'amount', 'asked by', 'until', 'reason'], ...cells]).forEach(say)
      say(`${rows.length} ${state}`)
      return { code: 0, json: { approvals: found.map(inJson) } }
    },
  },
  {
    words: ['approvals', 'show'],
    args: [ID],
    does: 'show a request with what exactly it asks for',
    example: '019ac1d2-0000-7000-8000-000000000001',
    async run(tools, given, say) {
      const { approvals } = (await tools.product()).approvals
      const row = await approvals.find(argument(given, 'id'), given.member)
      const about = await approvals.about(row, given.member ?? EVERYTHING)
      table([
        ['action', row.action],
        ['about', about.label],
        ['its state now', about.state],
        ['amount', amountText(about) || 'none'],
        ...about.facts.map(({ label, value }): [string, string] => [label.toLowerCase(), value]),
        ...(row.state === 'pending'
          ? about.changes.map(({ label, from, to }): [string, string] => [
              `changes ${label.toLowerCase()}`,
              `${from} → ${to}`,
            ])
          : []),
        ['asks for', row.payload],
        ['state', row.state],
        ['asked by', `${row.makerName} at ${row.made_at.toISOString()}: ${row.reason}`],
        ['decided by', row.checkerName === null ? 'nobody' : `${row.checkerName}: ${row.note ?? ''}`],
        ['result', row.result ?? 'none'],
      ]).forEach(say)
      return { code: 0, json: inJson({ ...row, about }) }
    },
  },
  decision('approve', 'approve what another member asked for; the worker carries it out'),
  decision('reject', 'reject what another member asked for; the record stays'),
]
