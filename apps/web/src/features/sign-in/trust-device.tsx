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
      label="Trust this device for 30 days"
      hint="Don’t tick this on a shared device."
    />
  )
}
