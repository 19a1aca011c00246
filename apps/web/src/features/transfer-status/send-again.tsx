import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { firstNameOf } from '@sesa/ui/format.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { resendPath } from '../../lib/paths.ts'

/** Offers to send again while a transfer is in progress, but asks first, so that no one pays twice by mistake. */
export default function SendAgain({ id, recipient }: { id: string; recipient: string }) {
  const [open, setOpen] = useState(false)
  const first = firstNameOf(recipient)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {i18n.t('Send again')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={i18n.t('Send a second transfer?')}
        closeLabel={i18n.t('Wait for this one')}
        actions={
          <ButtonLink href={resendPath(id)} variant="secondary">
            {i18n.t('Send another')}
          </ButtonLink>
        }
      >
        <p>
          {i18n.t('Your transfer to {first} hasn’t ended yet. If you send again, you’ll pay again.', {
            first,
          })}
        </p>
      </Dialog>
    </>
  )
}
