import { Checkbox } from '../../ui/fields/checkbox.tsx'

interface TrustDeviceProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether to stay signed in here. */
export function TrustDevice(props: TrustDeviceProps) {
  return (
    <Checkbox
      {...props}
      id="trust-device"
      label="Trust this device for 30 days"
      hint="Only on a phone or computer that nobody else uses."
    />
  )
}
