import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import type { Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { failureOf } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { reasonSchema } from '../../lib/schemas.ts'
import { AskedNotice } from '../asked-notice.tsx'
import { ChangeForm } from '../change-form.tsx'
import { useChange } from '../use-change.ts'

/** What the member chose beside the document. */
interface Said {
  readonly reason: string
  /** The first day (UTC); undefined from now on. */
  readonly validFrom: string | undefined
  /** The law or the reason for limits. */
  readonly source: string
  readonly mode: 'in_force' | 'shadow'
  readonly confirmed?: string
}

type Offer = 'day' | 'shadow' | 'limits' | 'nothing'

const schemaOf = (offers: Offer) =>
  v.pipe(
    v.object({
      begins: v.picklist(['now', 'day']),
      validFrom: v.string(),
      source:
        offers === 'limits'
          ? v.pipe(
              v.string(),
              v.trim(),
              v.minLength(3, 'Enter the law or reason behind the limits.'),
              v.maxLength(300, 'Shorten it to 300 characters.'),
            )
          : v.string(),
      mode: v.picklist(['in_force', 'shadow']),
      reason: reasonSchema,
    }),
    v.forward(
      v.partialCheck(
        [['begins'], ['validFrom']],
        ({ begins, validFrom }) => begins === 'now' || /^\d{4}-\d\d-\d\d$/.test(validFrom),
        'Choose the first day.',
      ),
      ['validFrom'],
    ),
  )

interface DraftState {
  /** The version in force that the edits are compared with. */
  readonly version: number
  readonly isChanged: boolean
  readonly isStale: boolean
  readonly problems: readonly string[]
  rebase: () => void
  reset: () => void
}

interface AskFormProps {
  draft: DraftState
  /** The thing being changed, in a sentence: "these prices". */
  what: string
  /** Offers a later first day, or shadow mode; limits need a first day and their source. */
  offers?: Offer
  /** Warnings about the document, and the text to type where a value is beyond a bound. */
  caution?: { readonly warnings: readonly string[]; readonly confirm: string | null } | undefined
  /** Reads the version in force now: edits of an earlier one are not asked for before the member compared them. */
  readVersion: () => Promise<number>
  /** Waits for what must be known before asking: the trial of exactly this document. */
  trial?: () => Promise<unknown>
  ask: (said: Said) => Promise<Outcome<{ approval: Approval }>>
  children?: ReactNode
}

/** Asks a second person for a changed policy document: from when, why, and red stops. The edits stay until it is asked. */
export function AskForm({
  draft,
  what,
  offers = 'nothing',
  caution,
  readVersion,
  trial,
  ask,
  children,
}: AskFormProps) {
  const [asked, setAsked] = useState<Approval | null>(null)
  const form = useChange({
    schema: schemaOf(offers),
    initial: {
      begins: offers === 'limits' ? 'day' : 'now',
      ...{ validFrom: '', source: '', mode: 'in_force', reason: '' },
    },
    idPrefix: 'ask-',
    confirm: caution?.confirm,
    async ready() {
      if (draft.problems.length > 0)
        return { code: 'invalid_field', message: 'Correct the marked values first.' }
      try {
        if ((await readVersion()) !== draft.version)
          return {
            code: 'approval_outdated',
            message: 'Another version came into force. Compare with it first.',
          }
        await trial?.()
        return null
      } catch (error) {
        return failureOf(error)
      }
    },
    ask: ({ begins, validFrom, ...said }, typed) =>
      ask({ ...said, validFrom: begins === 'day' ? validFrom : undefined, ...typed }),
    onAsked: (approval) => {
      setAsked(approval)
      draft.reset()
    },
  })
  if (!draft.isChanged && draft.problems.length === 0)
    return asked === null ? null : <AskedNotice approval={asked} />
  return (
    <ChangeForm
      title="Ask for this change"
      form={form}
      reason={form.field('reason')}
      more={
        <Button variant="secondary" onClick={draft.reset}>
          Undo all edits
        </Button>
      }
    >
      {draft.isStale && (
        <Notice
          tone="warn"
          title="Another version came into force while you edited"
          action={
            <>
              <Button variant="secondary" onClick={draft.rebase}>
                Compare with it
              </Button>
              <Button variant="quiet" onClick={draft.reset}>
                Drop my edits
              </Button>
            </>
          }
        >
          Your edits are still here. If you ask now, {what} replace that version.
        </Notice>
      )}
      {caution && caution.warnings.length > 0 && (
        <Notice tone="error" title="Check these values">
          <ul>
            {caution.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          {caution.confirm !== null && `If this is right, type: ${caution.confirm}`}
        </Notice>
      )}
      {children}
      {offers === 'day' && (
        <div className="flex flex-wrap items-end gap-4">
          <RadioGroup
            label="From"
            inline
            options={[
              { value: 'now', label: 'On approval' },
              { value: 'day', label: 'A later day' },
            ]}
            {...form.field('begins')}
          />
          {form.values.begins === 'day' && (
            <TextField label="First day (UTC)" type="date" {...form.field('validFrom')} />
          )}
        </div>
      )}
      {offers === 'limits' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First day (UTC)" type="date" {...form.field('validFrom')} />
          <TextField label="Source" hint="The law or reason behind the limits." {...form.field('source')} />
        </div>
      )}
      {offers === 'shadow' && (
        <RadioGroup
          label="Mode"
          inline
          options={[
            { value: 'in_force', label: 'In force' },
            { value: 'shadow', label: 'Shadow mode (record only)' },
          ]}
          {...form.field('mode')}
        />
      )}
    </ChangeForm>
  )
}
