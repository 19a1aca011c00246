import type { HomeTile, SetUpStep } from '@sesa/contract/office'
import { formatMinor } from '@sesa/ui/format.ts'
import { paths, transfersPath } from '../../lib/paths.ts'
import { spanText } from '../../lib/words.ts'
import { inboxPath } from '../../lib/work.ts'

interface TileWords {
  readonly label: string
  /** The rows behind the figure. */
  readonly href: string
}

export const TILE_WORDS: Readonly<Record<HomeTile['tile'], TileWords>> = {
  sent: { label: 'Sent', href: transfersPath('is:sent today') },
  failed: { label: 'Failed pay-outs', href: transfersPath('is:failed today') },
  refunded: { label: 'Refunded', href: transfersPath('is:refunded today') },
  first_answer: { label: 'First answer, median', href: inboxPath('enquiries') },
  opened: { label: 'Cases opened', href: inboxPath('cases') },
  decided: { label: 'Cases decided', href: inboxPath('cases') },
  overdue: { label: 'Overdue', href: inboxPath(undefined, 'overdue') },
  false_matches: { label: 'False matches', href: inboxPath('cases') },
  charged: { label: 'Charged', href: transfersPath('today') },
  paid_out: { label: 'Paid out', href: transfersPath('is:sent today') },
  profit: { label: 'Profit after costs', href: paths.results },
  owed: { label: 'Owed to customers', href: inboxPath('holds') },
  success: { label: 'Success', href: transfersPath('today') },
  to_wallet: { label: 'Card to wallet, 95 %', href: transfersPath('is:sent today') },
  rails_down: { label: 'Rails not answering', href: paths.corridors },
  steps_due: { label: 'Steps due', href: transfersPath('is:open') },
  oldest: { label: 'Oldest item', href: inboxPath() },
}

export const SET_UP_WORDS: Readonly<Record<SetUpStep['step'], TileWords>> = {
  administrators: { label: 'Invite a second administrator', href: paths.staff },
  pairs: { label: 'Have two people in compliance and in finance', href: paths.staff },
  prices: { label: 'Set your own prices', href: paths.prices },
  floats: { label: 'Book the opening floats', href: paths.floats },
  list: { label: 'Load the screening list', href: paths.staff },
}

const count = new Intl.NumberFormat('en')
const MINUTE = 60_000

/** A figure with its unit. */
export function figureText(unit: HomeTile['unit'], figure: number | null): string {
  if (figure === null) return 'None'
  if (unit === 'usd') return formatMinor(figure, 'USD')
  if (unit === 'percent') return `${figure} %`
  if (unit === 'minutes') return spanText(0, figure * MINUTE)
  return count.format(figure)
}

/** Below this, a change in per cent says nothing. */
const FEWEST = 5
/** Five dollars. */
const FEWEST_CENTS = 500

/** Compares today with a week ago: "+8 %". Below five, gives the earlier figure itself. */
export function changeText({ unit, now, before }: Pick<HomeTile, 'unit' | 'now' | 'before'>): string | null {
  if (before === null) return null
  const earlier = `${figureText(unit, before)} a week ago`
  const fewest = unit === 'usd' ? FEWEST_CENTS : FEWEST
  if (now === null || unit === 'percent' || unit === 'minutes' || Math.abs(before) < fewest) return earlier
  const change = Math.round((100 * (now - before)) / Math.abs(before))
  return `${change < 0 ? '−' : '+'}${count.format(Math.abs(change))} % on a week ago`
}
