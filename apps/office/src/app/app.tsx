import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { isPassing } from '@sesa/ui/api/retry.ts'
import { ToastProvider } from '@sesa/ui/feedback/toast.tsx'
import { BASE } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { OfficeRoutes } from './routes.tsx'

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        // Each page is read again when it is opened: another member may have changed it. Nothing is read again by itself,
        // since that would keep an idle session open.
        refetchOnWindowFocus: false,
      },
    },
  })
}

export function App() {
  const [client] = useState(newClient)
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter basename={BASE}>
        <ToastProvider>
          <ForgetOnLeaving />
          <OfficeRoutes />
          <ProofDialog />
        </ToastProvider>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** Clears what one member loaded, so that the next one at this screen does not see it. */
function ForgetOnLeaving() {
  const client = useQueryClient()
  const session = useSession()
  const member = session.status === 'in' || session.status === 'ended' ? session.me.id : undefined
  const previous = useRef(member)
  useEffect(() => {
    if (previous.current !== member) client.clear()
    previous.current = member
  }, [client, member])
  return null
}
