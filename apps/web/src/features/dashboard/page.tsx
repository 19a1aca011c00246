import { Page } from '../../ui/page.tsx'
import { TransactionHistory } from './transaction-history.tsx'

/** Every transfer of the person, newest first. */
export default function DashboardPage() {
  return (
    <Page title="Transaction History" documentTitle="Transactions" width="wide">
      <TransactionHistory />
    </Page>
  )
}
