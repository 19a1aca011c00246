import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CountryCode, Recipient } from '@sesa/contract'
import { loadCode } from '../../lib/loading/load-code.ts'
import { useLoadState } from '../../lib/loading/load-state.ts'
import { paths } from '../../lib/paths.ts'
import { findRecipients, SEARCHED_FROM } from '../../lib/recipients.ts'
import { useSession } from '../../lib/session/session.ts'
import { HandshakeArt } from '../../ui/art/art.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadTrouble } from '../../ui/feedback/load-trouble.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { RecipientRow } from './recipient-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useRecipients } from './use-recipients.ts'

/** Most visits only look, or send. */
const RecipientForm = lazy(() => loadCode(() => import('./recipient-form.tsx')))

/** The people the customer sends to. `?add` and `?edit={id}` open the form, so that Back leads to the list. */
export default function RecipientsPage() {
  const { user, profile } = useSession()
  const [search, setSearch] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  const toast = useToast()
  const owner = user?.uid ?? ''
  const recipients = useRecipients(owner)
  const state = useLoadState(recipients.query)
  const people = recipients.query.data
  const edited = people?.find(({ id }) => id === search.get('edit')) ?? null
  const isForm = search.has('add') || edited !== null
  const sender = profile?.country ?? null

  const toList = () => {
    setHasErrors(false)
    setSearch({})
  }
  if (isForm && sender !== null) {
    return (
      <Page
        key={edited?.id ?? 'add'}
        title={edited ? 'Edit recipient' : 'Add a recipient'}
        hasError={hasErrors}
      >
        <Suspense fallback={<Loading />}>
          <RecipientForm
            {...{ owner, sender }}
            recipient={edited}
            onErrors={setHasErrors}
            onCancel={toList}
            onSaved={({ name }) => {
              toast(edited ? 'Recipient saved' : `${name} added`)
              toList()
            }}
          />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page key="list" title="Recipients" lead="The people you send money to.">
      <LoadTrouble what="your recipients" state={state} />
      {!people && state.loading && <Loading />}
      {people?.length === 0 && (
        <EmptyState
          art={<HandshakeArt />}
          title="No recipients yet"
          action={
            <ButtonRow>
              <Button size="lg" onClick={() => setSearch({ add: '' })}>
                Add a recipient
              </Button>
              <ButtonLink href={paths.sendMoney} size="lg" variant="secondary">
                Send Money
              </ButtonLink>
            </ButtonRow>
          }
        >
          Add someone, or send money. People you pay show up here.
        </EmptyState>
      )}
      {people && people.length > 0 && (
        <List
          people={people}
          sender={sender}
          recipients={recipients}
          onAdd={() => setSearch({ add: '' })}
          onEdit={({ id }) => setSearch({ edit: id })}
        />
      )}
    </Page>
  )
}

interface ListProps {
  people: readonly Recipient[]
  sender: CountryCode | null
  recipients: ReturnType<typeof useRecipients>
  onAdd: () => void
  onEdit: (recipient: Recipient) => void
}

function List({ people, sender, recipients, onAdd, onEdit }: ListProps) {
  const [text, setText] = useState('')
  const [removing, setRemoving] = useState<Recipient | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const toast = useToast()
  const found = findRecipients(people, text)

  const star = async (recipient: Recipient) =>
    setFailure((await recipients.toggleFavourite(recipient))?.message ?? null)
  const remove = async (recipient: Recipient) => {
    const failed = await recipients.remove(recipient)
    if (failed) return failed
    toast(`${recipient.name} removed`)
    // The pressed button disappears with its recipient.
    heading.current?.focus()
    return null
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {people.length === 1 ? '1 person' : `${people.length} people`}
        </h2>
        <Button onClick={onAdd}>Add a recipient</Button>
      </div>
      {people.length >= SEARCHED_FROM && (
        <TextField
          id="search"
          type="search"
          label="Search"
          hint="Try a name, nickname or number."
          value={text}
          onChange={setText}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {failure !== null && (
        <Notice tone="error" title="We couldn’t save the favourite">
          {failure}
        </Notice>
      )}
      {people.length >= SEARCHED_FROM && (
        <p role="status" className={found.length === 0 ? 'text-muted' : 'sr-only'}>
          {found.length === 0
            ? `Nobody matches “${text}”. Try another name or number.`
            : `${found.length} found`}
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {found.map((recipient) => (
          <li key={recipient.id}>
            <RecipientRow
              recipient={recipient}
              sender={sender}
              busy={recipients.saving === recipient.id}
              onFavourite={() => void star(recipient)}
              onEdit={() => onEdit(recipient)}
              onRemove={() => setRemoving(recipient)}
            />
          </li>
        ))}
      </ul>
      <RemoveDialog recipient={removing} onClose={() => setRemoving(null)} onRemove={remove} />
    </>
  )
}

function Loading() {
  return (
    <Card>
      <Skeleton lines={6} />
      <p role="status" className="sr-only">
        Loading
      </p>
    </Card>
  )
}
