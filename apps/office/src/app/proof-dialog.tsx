import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { stopAsking, useAsking } from '../lib/proof.ts'

/** Says what the device asks for while a passkey confirms a call. What was typed stays where it is. */
export function ProofDialog() {
  if (!useAsking()) return null
  return (
    <Dialog open title="Confirm with your passkey" closeLabel="Cancel" onClose={stopAsking}>
      <p>Unlock your device to confirm this. Nothing changes until you do.</p>
    </Dialog>
  )
}
