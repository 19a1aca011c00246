import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { TransactionHistory } from './transaction-history.tsx'

/** Every transfer of the person, newest first; above them what is offered to who has just arrived. */
export default function DashboardPage({ offer }: { offer: ReactNode }) {
  return (
    <Page title="Transaction History" documentTitle="Transactions" width="wide">
      {offer}
      <TransactionHistory />
    </Page>
  )
}
