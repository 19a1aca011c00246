import type { CountryCode, Draft } from '@sesa/contract'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths, transferStatusPath } from '../../../lib/paths.ts'
import { BeforeNow, type ChangedFigure } from '../price-change.tsx'
import type { SavedDraft } from '../../../lib/forms/draft-store.ts'
import { currencyOf, valuesOfDraft } from '../draft/values.ts'

export interface News {
  /**
   * Origin of the form’s values: `recipient` is a chosen saved recipient; `link`: a calculator; `gone`: the transfer to
   * repeat was not found; `ended`: the reminder was not.
   */
  origin: 'draft' | 'resent' | 'recipient' | 'reminder' | 'link' | 'gone' | 'ended'
  /** Another unfinished transfer, which this one is about to replace. */
  unfinished: Draft | null
  /** The draft of another window or device; null inside if it was paid or cleared there. */
  conflict: { readonly theirs: SavedDraft | null } | null
  /** The calculated amount, if the rate has moved since the customer last saw it. */
  moved: ChangedFigure | null
  /** The transfer paid in this window, when the customer returns from it. */
  paidId: string | null
}

interface DetailsNoticesProps extends News {
  sender: CountryCode
  onUnfinished: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Renders notices to read before filling in the form. */
export default function DetailsNotices(props: DetailsNoticesProps) {
  const { origin, unfinished, conflict, moved, paidId, sender, onUnfinished } = props
  return (
    <>
      {conflict && <Conflict {...props} conflict={conflict} />}
      {paidId !== null && (
        <Notice tone="ok" title="Your last transfer is paid">
          <TextLink href={transferStatusPath(paidId, 'view')}>Track it here</TextLink>. This form starts a new
          transfer.
        </Notice>
      )}
      {origin === 'resent' && (
        <Notice title="Copied from your last transfer">Today’s rate and fee may be different.</Notice>
      )}
      {origin === 'reminder' && (
        <Notice title="From your reminder">
          Today’s rate and fee apply. Change anything you like before you pay.
        </Notice>
      )}
      {origin === 'ended' && (
        <Notice tone="warn" title="This reminder has ended">
          Fill in the form, or look at <TextLink href={paths.reminders}>your reminders</TextLink>.
        </Notice>
      )}
      {origin === 'gone' && (
        <Notice tone="warn" title="We couldn’t find the earlier transfer">
          Fill in the form, or choose the transfer again in{' '}
          <TextLink href={paths.dashboard}>your transactions</TextLink>.
        </Notice>
      )}
      {unfinished && (
        <Notice
          tone="warn"
          title="You have an unfinished transfer"
          action={
            <Button variant="secondary" onClick={onUnfinished}>
              Resume it
            </Button>
          }
        >
          {wordsOf(unfinished, sender)}. Continue here to replace it.
        </Notice>
      )}
      {moved && (
        <Card className="flex flex-col gap-3">
          <div role="status">
            <h2 className="text-xl">The exchange rate has changed</h2>
            <p className="text-muted">Change the amounts, or continue with these.</p>
          </div>
          <BeforeNow figures={[moved]} />
        </Card>
      )}
    </>
  )
}

type ConflictProps = DetailsNoticesProps & { conflict: NonNullable<News['conflict']> }

/** Asks which draft to keep. Neither is lost until the customer has chosen one. */
function Conflict({ conflict: { theirs }, sender, onTakeTheirs, onKeepMine }: ConflictProps) {
  if (theirs === null) {
    return (
      <Notice
        tone="error"
        title="You paid or cleared this transfer elsewhere"
        action={
          <>
            <ButtonLink href={paths.dashboard}>See your transactions</ButtonLink>
            <Button variant="secondary" onClick={onKeepMine}>
              Start a new transfer
            </Button>
          </>
        }
      >
        Check your transactions before you pay again. We’ve kept your details here.
      </Notice>
    )
  }
  return (
    <Notice
      tone="error"
      title="This transfer was changed in another window or on another device"
      action={
        <>
          <Button onClick={onTakeTheirs}>Use the other version</Button>
          <Button variant="secondary" onClick={onKeepMine}>
            Keep this version
          </Button>
        </>
      }
    >
      The other version, {formatDate(theirs.updatedAt)} at {formatTime(theirs.updatedAt)}:{' '}
      {wordsOf(theirs.draft, sender)}.
    </Notice>
  )
}

/** Describes a draft in a few words, as far as it is filled in. */
function wordsOf(draft: Draft, sender: CountryCode): string {
  const { fix, sendAmount, receiveAmount, country } = valuesOfDraft(draft, sender)
  const [amount, side] = fix === 'receive' ? [receiveAmount, country] : [sendAmount, sender]
  const { name } = draft
  if (amount === '') return name === undefined ? 'No amount or recipient yet' : `No amount yet, to ${name}`
  const sum = `${currencyOf(side)} ${amount}`
  return name === undefined ? `${sum}, no recipient yet` : `${sum} to ${name}`
}
