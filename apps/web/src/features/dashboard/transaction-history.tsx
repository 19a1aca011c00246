import { paths } from '../../lib/paths.ts'
import { BasketArt } from '../../ui/art.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { COLUMNS } from './columns.tsx'
import { ListTrouble } from './list-trouble.tsx'
import { useSearch } from './use-search.ts'
import { useTransfers } from './use-transfers.ts'

/** Search, list and what there is to say when the list is not there. */
export function TransactionHistory() {
  const { text, setText, search } = useSearch()
  const list = useTransfers(search)
  const { transfers, isPending, isPlaceholderData } = list
  const loading = (isPending || isPlaceholderData) && !list.isError && list.fetchStatus !== 'paused'
  const none = list.data !== undefined && !isPlaceholderData && transfers.length === 0

  if (none && search === '' && text === '') return <NoTransfers />
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        <form role="search" className="min-w-60 flex-1" onSubmit={(event) => event.preventDefault()}>
          <TextField
            id="search"
            type="search"
            label="Search"
            placeholder="Name, reference or amount"
            value={text}
            onChange={setText}
            autoComplete="off"
          />
        </form>
        <ButtonLink href={paths.sendMoney} className="max-sm:w-full">
          Send Money
        </ButtonLink>
      </div>
      <ListTrouble list={list} loading={loading} />
      {none && (
        <EmptyState
          title={`Nothing matches “${search}”`}
          action={
            <Button variant="secondary" onClick={() => setText('')}>
              Show all transfers
            </Button>
          }
        >
          Search looks at the recipient’s name, the reference, the amount and the status.
        </EmptyState>
      )}
      {(loading || transfers.length > 0) && (
        <Table
          caption="Transaction History"
          hideCaption
          columns={COLUMNS}
          rows={transfers}
          rowKey={(transfer) => transfer.payment_id}
          loading={loading}
        />
      )}
      <MoreButton list={list} />
      <p role="status" className="sr-only">
        {search !== '' && !loading && `${transfers.length}${list.hasNextPage ? ' or more' : ''} found`}
      </p>
    </>
  )
}

/** After the first page: the rest, in larger steps. */
function MoreButton({ list }: { list: ReturnType<typeof useTransfers> }) {
  if (!list.hasNextPage || list.isPlaceholderData) return null
  return (
    <Button
      variant="secondary"
      className="self-center"
      busy={list.isFetchingNextPage}
      busyLabel="Loading"
      onClick={() => void list.fetchNextPage()}
    >
      {list.data?.pages.length === 1 ? 'View all' : 'Load more'}
    </Button>
  )
}

function NoTransfers() {
  return (
    <EmptyState
      art={<BasketArt />}
      title="No transfers yet"
      action={
        <ButtonLink href={paths.sendMoney} size="lg">
          Send Money
        </ButtonLink>
      }
    >
      The first one takes a few minutes. Every transfer you make is then listed here, with its status.
    </EmptyState>
  )
}
