import * as i18n from '@sesa/contract/i18n'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'

interface TrustDeviceProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asks whether to stay signed in on this device. */
export function TrustDevice(props: TrustDeviceProps) {
  return (
    <Checkbox
      {...props}
      id="trust-device"
      label={i18n.t('Trust this device for 30 days')}
      hint={i18n.t('Don’t tick this on a shared device.')}
    />
  )
}
