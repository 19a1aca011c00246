import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { TransactionHistory } from './transaction-history.tsx'

/** Lists the customer's transfers, newest first, below an offer for customers who have just signed in. */
export default function DashboardPage({ offer }: { offer: ReactNode }) {
  return (
    <Page title="Transaction History" documentTitle="Transactions" width="wide">
      {offer}
      <TransactionHistory />
    </Page>
  )
}
