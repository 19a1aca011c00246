import { formatMoney, money } from '@sesa/money'
import { CARD_ACCOUNT } from '../compose/finance.ts'
import { readPositions, type Position } from '../domains/books/index.ts'
import type { Tools } from './command.ts'
import { note, ok, problem, type Finding } from './finding.ts'

function toFinding({ account, currency, ledger, difference, state }: Position): Finding {
  const what = `books ${account}:${currency}`
  if (state === 'not_begun')
    return note(what, 'not compared: enter what the wallets hold with treasury top-up or treasury adjust')
  if (difference === null)
    return note(what, 'not compared: a balance or the card movements were not read yet. See treasury compare')
  const held = formatMoney(money(ledger, currency))
  if (state === 'equal') return ok(what, `equal to the providers’ balances: ${held}`)
  const size = formatMoney(money(difference < 0n ? -difference : difference, currency))
  const words = `${held}, ${size} ${difference < 0n ? 'more' : 'less'} than the providers report`
  return state === 'settling'
    ? ok(what, `${words}, as movements on their way explain`)
    : problem(what, `${words}. See treasury`)
}

/** Reports whether our books equal the providers' balances, per account and currency. */
export async function checkTreasury({ db }: Tools): Promise<Finding[]> {
  return (await readPositions(db, CARD_ACCOUNT)).map(toFinding)
}
