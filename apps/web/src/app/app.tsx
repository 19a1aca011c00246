import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { isPassing } from '@sesa/ui/api/retry.ts'
import { ToastProvider } from '@sesa/ui/feedback/toast.tsx'
import { useSession } from '../lib/session/session.ts'
import { AppRoutes } from './routes.tsx'
import { Frame } from './frame.tsx'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && isPassing(error),
      staleTime: 10_000,
    },
  },
})

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ToastProvider>
          <ForgetOnLeaving />
          <Frame>
            <AppRoutes />
          </Frame>
        </ToastProvider>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** Clears a customer's data, so that the next one on this device does not see it. */
function ForgetOnLeaving() {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'in') queryClient.clear()
  }, [status])
  return null
}
