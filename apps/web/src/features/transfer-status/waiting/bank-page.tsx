import * as i18n from '@sesa/contract/i18n'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatDay } from '@sesa/ui/format-day.ts'
import { formatMinor, formatMoment } from '@sesa/ui/format.ts'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { accountOf } from '../../../lib/bank-account.ts'
import { intentMessage } from '../../../lib/stripe/stripe.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { WaitingFrame, type WaitingPageProps } from './waiting-frame.tsx'

/** Renders a transfer that waits for the customer's bank: which account pays, and when what happens. */
export default function BankPage(props: WaitingPageProps) {
  const { charge, delivery_estimate, pay } = props.detail
  const { bank } = pay
  const online = useOnline()
  const amount = formatMinor(charge.amount, charge.currency)
  return (
    <WaitingFrame
      {...props}
      head={{
        title: i18n.t('Waiting for your bank'),
        line: intentMessage('processing'),
        tone: 'text-warn',
      }}
      noticeTone="info"
    >
      <Card className="flex flex-col gap-4">
        <Facts
          facts={[
            { key: 'amount', label: i18n.t('Amount'), value: amount },
            ...(bank === null
              ? []
              : [
                  {
                    key: 'bank',
                    label: i18n.t('Your bank account'),
                    value: accountOf(bank) || i18n.t('Connected with Stripe'),
                  },
                  { key: 'at', label: i18n.t('You authorized it'), value: formatMoment(bank.startedAt) },
                  {
                    key: 'answer',
                    label: i18n.t('Your bank normally answers by'),
                    value: formatDay(bank.answerBy),
                  },
                ]),
            {
              key: 'arrives',
              label: i18n.t('The money then arrives by'),
              value: formatDay(delivery_estimate),
            },
          ]}
        />
        <p className="rounded-md bg-brand-soft p-4 font-semibold">
          {i18n.t('You can close this page: we email you.')}
        </p>
      </Card>
      {!online && (
        <Notice tone="warn" title={i18n.t('You’re offline')}>
          {i18n.t('Your bank still answers us. We’ll update this when you’re back online.')}
        </Notice>
      )}
    </WaitingFrame>
  )
}
