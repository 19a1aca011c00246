import { ExpressCheckoutElement } from '@stripe/react-stripe-js'
import type {
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '@sesa/ui/class-names.ts'
import { useOnline } from '../../../lib/use-online.ts'

interface WalletButtonsProps {
  options: StripeExpressCheckoutElementOptions
  paying: boolean
  /** Charges the wallet's card; resolves to true once it is paid. */
  onPay: () => Promise<boolean>
}

/** Renders Apple Pay and Google Pay, above the card form. Takes no space where this browser has neither. */
export function WalletButtons({ options, paying, onPay }: WalletButtonsProps) {
  const [isOffered, setIsOffered] = useState(false)
  const online = useOnline()

  const pay = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (!(await onPay())) paymentFailed({ reason: 'fail' })
  }

  return (
    <div
      className={cx(!isOffered && 'hidden', !online && 'opacity-50')}
      inert={paying || !online || !isOffered}
    >
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods: offered }) =>
          setIsOffered(offered !== undefined && Object.values(offered).some(Boolean))
        }
        onLoadError={() => setIsOffered(false)}
        onConfirm={(event) => void pay(event)}
      />
      <p className="mt-5 flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {i18n.t('or pay by card')}
      </p>
    </div>
  )
}
