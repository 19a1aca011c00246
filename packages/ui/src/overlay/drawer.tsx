import type { ButtonHTMLAttributes, ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { CrossIcon } from '../art/icons.tsx'

interface DrawerProps {
  /** The id that a DrawerButton passes as `drawer`. */
  id: string
  label: string
  children: ReactNode
}

/**
 * Renders a side drawer on the platform's popover, so it opens and closes before any script has run. Following a link
 * closes it, since navigation within the app does not leave the document.
 */
export function Drawer({ id, label, children }: DrawerProps) {
  return (
    <dialog
      id={id}
      popover="auto"
      aria-label={label}
      onClick={(event) => {
        const link = event.target instanceof Element && event.target.closest('a')
        if (link) hide(event.currentTarget)
      }}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(22rem,88vw)] overflow-y-auto rounded-l-lg border-l border-line bg-surface p-6 text-ink shadow-card open:slide-in"
    >
      <div className="flex justify-end">
        <DrawerButton drawer={id} action="hide" aria-label={i18n.t('Close menu')} className="-mt-2 -mr-2">
          <CrossIcon />
        </DrawerButton>
      </div>
      {children}
    </dialog>
  )
}

interface DrawerButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  drawer: string
  action?: 'show' | 'hide'
}

/** Opens or closes the drawer with that id; the web app’s `document/early.ts` supports browsers without popover. */
export function DrawerButton({ drawer, action = 'show', className, ...rest }: DrawerButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={drawer}
      popoverTargetAction={action}
      {...rest}
      className={cx('flex size-12 items-center justify-center rounded-full hover:bg-sunken', className)}
    />
  )
}

/** Returns a function that closes the drawer around an element. */
export function drawerAround(element: Element): () => void {
  const drawer = element.closest('dialog[popover]')
  return () => drawer instanceof HTMLDialogElement && hide(drawer)
}

function hide(element: HTMLDialogElement) {
  if ('popover' in HTMLElement.prototype) element.hidePopover()
  else element.close()
}
