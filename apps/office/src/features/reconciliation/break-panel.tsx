import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type BreakPartner, type ReconciliationBreak } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, breakWord, providerName, readable, wordOf } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { Tag } from '../../parts/tag.tsx'
import { PlainForm } from '../../parts/change-form.tsx'
import { aboutText, BREAK_TONES, TEAMS } from './words.ts'

type Shown = AnswerOf<typeof officeCalls.showBreak>

interface BreakPanelProps {
  id: string
  onClose: () => void
}

/** One break: the difference on top, ours left, theirs right, its likely partner, and the explanation. */
export function BreakPanel({ id, onClose }: BreakPanelProps) {
  const found = useCall(['reconciliation', 'break', id], officeCalls.showBreak, { params: { id } })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'center' })
  }, [id, found.data?.id])
  return (
    <Loaded query={found} what="the break">
      {(shown) => (
        <Card className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2 ref={heading} tabIndex={-1}>
              Break {shown.id}: {breakWord(shown.kind)}
            </h2>
            <Tag tone={BREAK_TONES[shown.state]}>{readable(shown.state)}</Tag>
            <span className="grow" />
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </div>
          <Both shown={shown} />
          <Explain key={shown.id} shown={shown} onDone={onClose} />
        </Card>
      )}
    </Loaded>
  )
}

const differenceText = ({ difference }: ReconciliationBreak['amounts']): string => {
  if (difference === null) return 'No amounts to compare'
  const size = amountText({ ...difference, amount: Math.abs(difference.amount) })
  return `${size} ${difference.amount < 0 ? 'less' : 'more'} at the provider`
}

function Both({ shown }: { shown: Shown }) {
  const { amounts, transfer, explained, partner } = shown
  return (
    <>
      <p className="text-xl font-bold tabular-nums">{differenceText(amounts)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title="Our books" amount={amounts.ours} text={shown.ours} />
        <Side title={providersOf(shown)} amount={amounts.theirs} text={shown.theirs} />
      </div>
      <p>
        {transfer !== null && <TextLink href={paths.transfer(transfer)}>{transfer}</TextLink>}
        {transfer !== null && ' · '}
        {aboutText(shown)} · {formatMoment(shown.movedAt)} · first seen {formatMoment(shown.firstSeen)} ·{' '}
        {TEAMS[shown.owner]}
      </p>
      <p>
        Likely partner:{' '}
        {partner === null ? 'none of this amount within three days' : <Partner partner={partner} />}
      </p>
      {explained && (
        <p>
          Explained by {explained.by}, {formatMoment(explained.at)}: {explained.reason}
        </p>
      )}
    </>
  )
}

const providersOf = ({ provider }: Shown): string =>
  provider === null ? 'Provider' : provider.split(', ').map(providerName).join(', ')

/** Says codes in words: `S-WP41P001 refund_returned` is "S-WP41P001 refund returned". */
const withoutCodes = (text: string): string =>
  text.replaceAll(/\b[a-z]+_[a-z_]+\b/g, (code) => wordOf('entry', code).toLowerCase())

interface SideProps {
  title: string
  amount: Shown['amounts']['ours']
  text: string | null
}

function Side({ title, amount, text }: SideProps) {
  return (
    <section className="rounded-md border border-line bg-sunken p-3">
      <h3 className="text-base">{title}</h3>
      {amount && <p className="text-lg font-semibold tabular-nums">{amountText(amount)}</p>}
      <p className="break-words text-muted">{text === null ? 'Nothing' : withoutCodes(text)}</p>
    </section>
  )
}

function Partner({ partner: { kind, id, word, at } }: { partner: BreakPartner }) {
  const when = formatMoment(at)
  if (kind === 'movement') return `${id}, ${wordOf('entry', word)}, not booked, ${when}`
  return (
    <>
      <TextLink href={kind === 'break' ? paths.break(id) : paths.transfer(id)}>
        {kind === 'break' ? `Break ${id}` : id}
      </TextLink>
      , {kind === 'break' ? breakWord(word) : readable(word)}, {when}
    </>
  )
}

const OTHER = 'Another reason'
const REASONS = [
  'The provider books it later',
  'Made by hand at the provider',
  'A fee of the provider',
  'Paid twice or by mistake',
  'Booked as an adjustment',
  OTHER,
].map((label) => ({ value: label, label }))

const schema = v.pipe(
  v.object({
    why: v.pipe(v.string(), v.nonEmpty('Choose a reason.')),
    text: v.pipe(v.string(), v.trim(), v.maxLength(400, 'Shorten it to 400 characters.')),
  }),
  v.forward(
    v.check(({ why, text }) => why !== OTHER || text.length >= 3, 'Enter at least 3 characters.'),
    ['text'],
  ),
)

/** Asks why both sides will never agree; the explanation is the choice with the text. */
function Explain({ shown, onDone }: { shown: Shown; onDone: () => void }) {
  const may = useMay()
  const client = useQueryClient()
  const openNext = useNextWork()
  const form = useForm({
    schema,
    initial: { why: '', text: '' },
    idPrefix: 'explain-',
    onSubmit: async ({ why, text }) => {
      const reason = text === '' ? why : why === OTHER ? text : `${why}: ${text}`
      const { error } = await tryCall(officeCalls.explainBreak, {
        params: { id: shown.id },
        body: { reason },
      })
      if (error) return error
      if (!(await openNext('breaks', `Break ${shown.id} explained`))) onDone()
      await client.invalidateQueries({ queryKey: ['reconciliation'] })
      return null
    },
  })
  if (shown.state !== 'open' || !may('reconciliation.explain')) return null
  return (
    <PlainForm form={form} confirm="Explain">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <RadioGroup label="Why" options={REASONS} {...form.field('why')} />
        <TextField label="Explanation" autoComplete="off" {...form.field('text')} />
      </div>
      <p className="text-muted">
        Recorded permanently under your name; leave out personal data. It is resolved once both sides agree,
        and opens again when either changes.
      </p>
    </PlainForm>
  )
}
