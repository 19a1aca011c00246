import { useLocation } from 'react-router'
import { Page } from '../../ui/page.tsx'
import { TransactionHistory } from './transaction-history.tsx'

/** Every transfer of the person, newest first. A link to the page from itself begins it anew, without a search. */
export default function DashboardPage() {
  const { key } = useLocation()
  return (
    <Page title="Transaction History" documentTitle="Transactions" width="wide">
      <TransactionHistory key={key} />
    </Page>
  )
}
