import { useSearchParams } from 'react-router'
import { failureOf } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { PrintArea } from '@sesa/ui/layout/print-area.tsx'
import { filterParams, readFilters } from '../../lib/history-filters.ts'
import { paths, withQuery } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { StatementSheet } from './statement-sheet.tsx'
import { MOST, useStatement } from './use-statement.ts'

/** Renders the transfers of some days on paper: to read, to print or to save as a PDF. */
export default function StatementPage() {
  const [query] = useSearchParams()
  const { profile, config } = useSession()
  const filters = readFilters(query)
  const statement = useStatement(filters)

  return (
    <Page title="Statement" width="wide">
      <ButtonRow>
        <Button size="lg" disabled={!statement.data} onClick={() => print()}>
          Print or save as PDF
        </Button>
        <ButtonLink href={withQuery(paths.dashboard, filterParams(filters))} size="lg" variant="secondary">
          Back to your transactions
        </ButtonLink>
      </ButtonRow>
      <p className="text-muted">To save a PDF, choose “Save as PDF” as the printer.</p>
      {statement.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your statement"
          action={<Button onClick={() => void statement.refetch()}>Try again</Button>}
        >
          {failureOf(statement.error).message} Your transfers aren’t affected.
        </Notice>
      )}
      {statement.isPending && (
        <>
          <p role="status" className="sr-only">
            Loading your statement
          </p>
          <Card>
            <Skeleton lines={10} />
          </Card>
        </>
      )}
      {statement.data?.cut && (
        <Notice tone="warn" title={`This shows your last ${MOST.toLocaleString('en-US')} transfers`}>
          Choose fewer days, or download the CSV file, which has them all.
        </Notice>
      )}
      {statement.data && (
        <PrintArea>
          <StatementSheet
            {...statement.data}
            filters={filters}
            holder={profile}
            provider={config?.support ?? null}
          />
        </PrintArea>
      )}
    </Page>
  )
}
