import { checkInvariants, reconcile, recordInvariants } from '../domains/books/index.ts'
import { numberOption, table, type Command } from './command.ts'

export const bookCommands: readonly Command[] = [
  {
    words: ['reconcile'],
    options: [
      ['--days <n>', 'how many days to look back'],
      ['--settle-minutes <n>', 'skip movements in the last n minutes'],
    ],
    does: 'compare our books with the providers’ books and balances; exits with 1 while breaks are open',
    example: '--days 3',
    async run(tools, given, say) {
      const { books, treasury } = await tools.product()
      const days = numberOption(given, 'days')
      const settleMinutes = numberOption(given, 'settleMinutes')
      await treasury.compare()
      const { since, compared, breaks } = await reconcile(
        { db: tools.db, ...books },
        { ...(days !== undefined && { days }), ...(settleMinutes !== undefined && { settleMinutes }) },
      )
      say(`Compared since ${since.toISOString()}:`)
      table(Object.entries(compared).map(([name, count]) => [`  ${name}`, String(count)])).forEach(say)
      const rows = breaks.map((one) => [
        String(one.id),
        one.state,
        one.kind,
        one.subject,
        one.ours ?? 'nothing',
        one.theirs ?? 'nothing',
        one.owner,
        one.movedAt.toISOString(),
        one.firstSeen.toISOString(),
      ])
      if (rows.length > 0) {
        table([
          ['break', 'state', 'kind', 'subject', 'ours', 'theirs', 'owner', 'date', 'first seen'],
          ...rows,
        ]).forEach(say)
      }
      const open = breaks.filter(({ state }) => state === 'open').length
      say(`${open} open, ${breaks.length - open} explained`)
      return { code: open > 0 ? 1 : 0, json: { since, compared, breaks, open } }
    },
  },
  {
    words: ['invariants'],
    does: 'check the database invariants; exits with 1 when one is violated',
    async run({ owner }, _given, say) {
      const findings = await checkInvariants(owner)
      table([
        ['id', 'offending', 'examined', 'must hold'],
        ...findings.map(({ id, name, offending, examined }) => [
          id,
          String(offending.length),
          examined === 0 ? '0 (nothing)' : String(examined),
          name,
        ]),
      ]).forEach(say)
      const offended = findings.filter(({ offending }) => offending.length > 0)
      // A copy of the database that only reads keeps no record.
      await recordInvariants(owner, offended.length).catch(() => undefined)
      for (const { id, offending } of offended) {
        for (const row of offending.slice(0, 20)) say(`${id} ${JSON.stringify(row)}`)
      }
      return { code: offended.length > 0 ? 1 : 0, json: { invariants: findings } }
    },
  },
]
