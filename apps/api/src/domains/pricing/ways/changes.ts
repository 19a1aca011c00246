import type { ApprovalAbout, WaysToPay, WayToPay } from '@sesa/contract/office'
import { listWays, wayName } from './ways.ts'

/** Puts the state of a way to pay in words: "Open from 2027-01-01, licence 12/34". */
function stateOf({ open, reason, licence, from, until }: WayToPay): string {
  const parts = [
    `${open ? 'Open' : 'Closed'}${from && ` from ${from}`}${until && ` until ${until}`}`,
    ...(licence === '' ? [] : [`licence ${licence}`]),
    ...(reason === '' ? [] : [`message “${reason}”`]),
  ]
  return parts.join(', ')
}

/** Puts in words what a change of the ways to pay does. */
export function changesOfWays(
  before: WaysToPay,
  after: WaysToPay,
): { readonly effect: string; readonly changes: ApprovalAbout['changes'] } {
  const was = listWays(before)
  const changed = listWays(after).flatMap(({ country, method, way }) => {
    const earlier = was.find((one) => one.country === country && one.method === method)?.way
    const [from, to] = [earlier === undefined ? '' : stateOf(earlier), stateOf(way)]
    if (from === to) return []
    const verb = earlier?.open === way.open ? 'change' : way.open ? 'open' : 'close'
    return [{ verb, label: wayName(country, method), from, to }]
  })
  const effects = (['open', 'close', 'change'] as const).flatMap((verb) => {
    const its = changed.filter((one) => one.verb === verb).map(({ label }) => label)
    return its.length === 0 ? [] : [`${verb} ${its.join('; ')}`]
  })
  const effect = effects.length === 0 ? 'change nothing' : effects.join('. Also ')
  return {
    effect: `${effect.charAt(0).toUpperCase()}${effect.slice(1)} for new payments`,
    changes: changed.map(({ label, from, to }) => ({ label, from, to })),
  }
}
