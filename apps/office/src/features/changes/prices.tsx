import { useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type Approval } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../parts/use-change.ts'
import { PriceSimulation } from '../../parts/price-simulation.tsx'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A price list as JSON text. */
const listSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Record<string, unknown> => {
    try {
      const list: unknown = JSON.parse(dataset.value)
      if (isObject(list)) return list
    } catch {
      // The message below says what to do.
    }
    addIssue({ message: 'Paste the complete price list as JSON, from { to }.' })
    return NEVER
  }),
)

type Simulated = AnswerOf<typeof officeCalls.simulatePrices>

/** Simulates a price list against the one in force, and requests it. */
export function Prices({ onAsked }: { onAsked: (approval: Approval) => void }) {
  const [simulated, setSimulated] = useState<{ of: string; answer: Simulated } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<'simulate' | 'load' | null>(null)
  const form = useChange({
    schema: v.object({ list: listSchema, reason: reasonSchema }),
    initial: { list: '', reason: '' },
    idPrefix: 'prices-',
    ask: (body, typed) => tryCall(officeCalls.requestPrices, { body: { ...body, ...typed } }),
    onAsked,
  })
  const { list: text } = form.values

  const simulate = async () => {
    const typed = v.safeParse(listSchema, text)
    setProblem(typed.success ? null : typed.issues[0].message)
    if (!typed.success) return
    const list = typed.output
    setBusy('simulate')
    const { data, error } = await tryCall(officeCalls.simulatePrices, { body: { list } })
    setBusy(null)
    setFailure(error ?? null)
    setSimulated(data === undefined ? null : { of: text, answer: data })
  }
  const load = async () => {
    setBusy('load')
    const { data, error } = await tryCall(officeCalls.showPrices, { query: {} })
    setBusy(null)
    setFailure(error ?? null)
    if (data !== undefined) form.setValues({ ...form.values, list: JSON.stringify(data.list, null, 2) })
  }

  return (
    <ChangeForm title="Price list" form={form} reason={form.field('reason')}>
      {text === '' && (
        <div>
          <Button variant="secondary" busy={busy === 'load'} onClick={() => void load()}>
            Load the list in force
          </Button>
        </div>
      )}
      <TextArea
        label="Price list"
        rows={8}
        hint="A price list as JSON. Simulate it before you request approval."
        {...form.field('list')}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {failure && <Refusal failure={failure} />}
      <ButtonRow>
        <Button variant="secondary" busy={busy === 'simulate'} onClick={() => void simulate()}>
          Simulate
        </Button>
      </ButtonRow>
      {simulated && simulated.of === text && <PriceSimulation {...simulated.answer} />}
    </ChangeForm>
  )
}
