import { useEffect, useId, useRef, type ReactNode } from 'react'
import { CrossIcon } from './icons.tsx'

interface DialogProps {
  open: boolean
  /** Called on Close, Escape and a click beside the dialog. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
}

/** A modal question, on the platform's own dialog: focus stays in it and returns to what opened it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
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
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg bg-surface p-0 text-ink shadow-card open:rise"
    >
      <div className="flex flex-col gap-4 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mt-2 -mr-2 flex size-12 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
          >
            <CrossIcon />
          </button>
        </div>
        {children}
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </dialog>
  )
}
