import { channel } from 'node:diagnostics_channel'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { inSpan } from '../../../lib/tracing.ts'
import type { Step } from '../steps/decide-step.ts'
import { claimIn, type PaymentAnswer, type Next } from '../steps/step.ts'
import { LeaseLost, type Claim } from '../state/transfer-row.ts'

const ended = channel('sesa.transfer-steps')

/** A finished step, as published on the diagnostics channel `sesa.transfer-steps`. */
export interface StepEnd {
  readonly step: Step
  /**
   * `continued` with another step immediately; `done` for now, with the lease released; the card provider's answer that
   * stopped it; `lease_lost` to another process; or `failed` with an error of our own.
   */
  readonly outcome: 'continued' | 'done' | PaymentAnswer | 'lease_lost' | 'failed'
  readonly seconds: number
}

const outcomeOf = (after: Next): StepEnd['outcome'] =>
  typeof after === 'string' ? after : claimIn(after) === null ? 'done' : 'continued'

/** Returns the name shown to engineers in traces and metrics: only staff who see cases may learn the reason of a review. */
const shownStep = (step: Step): Step => (step === 'screen_again' ? 'stay_on_hold' : step)

/** Runs a step in a span and publishes its duration and outcome. */
export async function watchStep(step: Step, claim: Claim, run: () => Promise<Next>): Promise<Next> {
  const elapsed = startStopwatch()
  let outcome: StepEnd['outcome'] = 'failed'
  try {
    const span = {
      name: `step ${shownStep(step)}`,
      attributes: { 'sesa.transfer': claim.reference, 'sesa.state': claim.state },
    }
    const next = await inSpan(span, run, (after) => ({ 'sesa.outcome': outcomeOf(after) }))
    outcome = outcomeOf(next)
    return next
  } catch (error) {
    if (error instanceof LeaseLost) outcome = 'lease_lost'
    throw error
  } finally {
    const seconds = elapsed() / 1_000
    if (ended.hasSubscribers) ended.publish({ step: shownStep(step), outcome, seconds } satisfies StepEnd)
  }
}
