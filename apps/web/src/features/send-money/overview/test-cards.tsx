import { Notice } from '../../../ui/feedback/notice.tsx'

const CARDS = [
  { number: '4242 4242 4242 4242', what: 'is charged' },
  { number: '4000 0000 0000 3220', what: 'needs 3-D Secure approval' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
] as const

/** In the sandbox: the cards that its card network knows. */
export function TestCards() {
  return (
    <Notice title="Test cards: no real money moves">
      <ul className="mt-1 flex flex-col gap-1">
        {CARDS.map(({ number, what }) => (
          <li key={number} className="flex flex-wrap gap-x-3">
            <code className="font-semibold tabular-nums select-all">{number}</code>
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted">Any future date and any security code.</p>
    </Notice>
  )
}
