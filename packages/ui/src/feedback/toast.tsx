import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react'
import { CheckIcon } from '../art/icons.tsx'

const SHOWN_MS = 6000

const ToastContext = createContext<(message: string) => void>(() => undefined)

/** Contains the app's only toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ message: string; count: number } | null>(null)
  const show = useCallback(
    (message: string) => setToast((previous) => ({ message, count: (previous?.count ?? 0) + 1 })),
    [],
  )

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        data-toast=""
        className="pointer-events-none fixed inset-x-0 bottom-20 z-50 flex justify-center px-4"
      >
        {toast && (
          <p
            key={toast.count}
            className="rise on-deep flex items-center border-2 border-accent shadow-card gap-3 rounded-full px-6 py-3 font-semibold"
          >
            <CheckIcon className="text-accent" />
            {toast.message}
          </p>
        )}
      </div>
    </ToastContext>
  )
}

/** Returns a function that reports a success: `toast('Profile saved')`. Errors show where they happened instead. */
export function useToast(): (message: string) => void {
  return use(ToastContext)
}
