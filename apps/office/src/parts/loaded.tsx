import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '@sesa/ui/api/http.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Section } from './section.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** The thing being loaded, as the end of a sentence: "the holds". */
  what: string
  children: (data: T) => ReactNode
}

/** Shows a query's data, or that it loads, is missing or failed, with the remedy. */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  const state = useLoadState(query)
  if (query.error instanceof ApiError && query.error.failure.code === 'not_found')
    return (
      <EmptyState
        title="Not found"
        action={
          <Button variant="secondary" onClick={() => history.back()}>
            Go back
          </Button>
        }
      >
        Check the reference or search for it.
      </EmptyState>
    )
  return (
    <>
      <LoadTrouble what={what} state={state} />
      {query.data === undefined && state.loading && (
        <Card>
          <Skeleton lines={6} />
          <p role="status" className="sr-only">
            Loading {what}
          </p>
        </Card>
      )}
      {query.data !== undefined && children(query.data)}
    </>
  )
}

/** A wide page that is a query's data. */
export function LoadedPage<T>({
  query,
  what,
  children,
  ...page
}: Omit<ComponentProps<typeof Page>, 'children'> & LoadedProps<T>) {
  return (
    <Page width="wide" {...page}>
      <Loaded {...{ query, what, children }} />
    </Page>
  )
}

/** A section that is a query's data. */
export function LoadedSection<T>({ title, ...data }: LoadedProps<T> & { title: string }) {
  return (
    <Section title={title}>
      <Loaded {...data} />
    </Section>
  )
}
