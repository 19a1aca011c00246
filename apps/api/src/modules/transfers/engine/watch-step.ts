import { channel } from 'node:diagnostics_channel'
import { inSpan } from '../../../lib/tracing.ts'
import type { Step } from '../steps/decide-step.ts'
import type { Next } from '../steps/step.ts'
import { LeaseLost, type Claim } from '../state/transfer-row.ts'

const ended = channel('sesa.transfer-steps')

/** A finished step, as published on the diagnostics channel `sesa.transfer-steps`. */
export interface StepEnd {
  readonly step: Step
  /** `moved` to another state; `stayed` in its state; `lease_lost` to another process; or `failed` with an error of our own. */
  readonly outcome: 'moved' | 'stayed' | 'lease_lost' | 'failed'
  readonly seconds: number
}

const outcomeOf = (before: Claim, after: Next): StepEnd['outcome'] =>
  after !== null && typeof after !== 'string' && after.state !== before.state ? 'moved' : 'stayed'

/** Runs a step in a span and publishes how long it took and how it ended. */
export async function watchStep(step: Step, claim: Claim, run: () => Promise<Next>): Promise<Next> {
  const began = performance.now()
  let outcome: StepEnd['outcome'] = 'failed'
  try {
    const span = {
      name: `step ${step}`,
      attributes: { 'sesa.transfer': claim.reference, 'sesa.state': claim.state },
    }
    const next = await inSpan(span, run, (after) => ({ 'sesa.outcome': outcomeOf(claim, after) }))
    outcome = outcomeOf(claim, next)
    return next
  } catch (error) {
    if (error instanceof LeaseLost) outcome = 'lease_lost'
    throw error
  } finally {
    const seconds = (performance.now() - began) / 1_000
    if (ended.hasSubscribers) ended.publish({ step, outcome, seconds } satisfies StepEnd)
  }
}
