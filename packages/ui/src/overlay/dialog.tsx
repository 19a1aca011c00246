import { useEffect, useId, useRef, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonRow } from '../button.tsx'

interface DialogProps {
  open: boolean
  /** Called on Close, Escape and a click outside the dialog. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Confirming buttons. The dialog puts its own closing button before them. */
  actions?: ReactNode
  /** Label of the closing button, where "Close" is unclear ("Keep the transfer"). */
  closeLabel?: string
  /** While its work runs, the dialog stays open, since closing would not undo the work. */
  busy?: boolean
}

/** Renders a modal question in the platform's own dialog: the focus stays in it, then returns to its previous place. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  closeLabel = i18n.t('Close'),
  busy,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) element.showModal()
    if (!open && element?.open) element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The caller closes the dialog, so that it never closes while the caller still has it open.
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
      // Browsers close it themselves on a second Escape. The event is late: it may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && !busy && onClose()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-line bg-surface p-0 text-ink shadow-card open:rise"
    >
      <div className="flex flex-col gap-4 p-6 sm:p-8">
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {children}
        <div className="mt-2">
          <ButtonRow>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              {closeLabel}
            </Button>
            {actions}
          </ButtonRow>
        </div>
      </div>
    </dialog>
  )
}
