import type { OfficeCasePage } from '@sesa/contract/office'
import { formatMoment, formatRecent } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { amountText, countryName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'

type Alert = OfficeCasePage['alerts'][number]
type Payment = Alert['payments'][number]

const PAYMENTS: readonly FigureColumn<Payment>[] = [
  {
    header: 'Charged',
    render: ({ chargedAt }) => (
      <span className="whitespace-nowrap">{chargedAt === null ? 'Not given' : formatRecent(chargedAt)}</span>
    ),
  },
  {
    header: 'Transfer',
    render: ({ reference }) => (
      <span className="whitespace-nowrap">
        <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
      </span>
    ),
  },
  {
    header: 'Sent',
    align: 'right',
    render: ({ sent, worth }) =>
      sent.currency === 'USD' ? amountText(sent) : `${amountText(sent)} (${amountText(worth)})`,
  },
  {
    header: 'From → to',
    render: ({ sender, recipient, country }) =>
      `${sender ?? 'Not given'} → ${recipient}, ${countryName(country)}`,
  },
]

/** What monitoring found: each rule as a sentence, what it measured, and the transfers that met it. */
export function Alerts({ alerts }: Pick<OfficeCasePage, 'alerts'>) {
  return alerts.map(({ rule, looksFor, measured, at, payments }, index) => (
    <Section key={index} title={`Rule ${rule}`}>
      <p>
        {looksFor}.{' '}
        <b>Measured: {measured.map(({ what, figure }) => `${what.toLowerCase()} ${figure}`).join(', ')}.</b>{' '}
        <span className="text-muted">{formatMoment(at)}</span>
      </p>
      <div className="max-h-96 overflow-y-auto [&_td]:py-1.5! [&_th]:py-1.5!">
        <Figures
          caption={`Payments counted by ${rule}`}
          columns={PAYMENTS}
          rows={payments}
          rowKey={({ reference }) => reference}
          none="The payments are no longer stored."
        />
      </div>
    </Section>
  ))
}
