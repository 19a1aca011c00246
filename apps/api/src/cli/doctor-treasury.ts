import { formatMoney, money } from '@sesa/money'
import { CARD_ACCOUNT } from '../config/rail-names.ts'
import { readPositions, type Position } from '../domains/books/index.ts'
import type { Tools } from './command.ts'
import { note, ok, problem, type Finding } from './finding.ts'

function toFinding({ account, currency, ledger, difference, state }: Position): Finding {
  const what = `books ${account}:${currency}`
  if (state === 'not_begun')
    return note(what, 'not compared: enter the opening balances under Treasury in the office')
  if (difference === null)
    return note(
      what,
      'not compared: a balance or the card movements aren’t read yet. The worker reads them every hour; run reconcile to read them now',
    )
  const held = formatMoney(money(ledger, currency))
  if (state === 'equal') return ok(what, `equal to the providers’ balances: ${held}`)
  const size = formatMoney(money(difference < 0n ? -difference : difference, currency))
  const words = `${held}, ${size} ${difference < 0n ? 'more' : 'less'} than the providers report`
  return state === 'settling'
    ? ok(what, `${words}, explained by amounts in transit`)
    : problem(what, `${words}. See Treasury in the office`)
}

/** Reports whether our books equal the providers' balances, per account and currency. */
export async function checkTreasury({ db }: Tools): Promise<Finding[]> {
  return (await readPositions(db, CARD_ACCOUNT)).map(toFinding)
}
