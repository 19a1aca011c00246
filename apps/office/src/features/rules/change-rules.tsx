import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { changesOf, readTyped, type Rule } from './rule-text.ts'

interface ChangeRulesProps<Trial> {
  /** The rules in force, to begin with. */
  rules: readonly Rule[]
  /** The fields that choose the past to try the rules on. */
  period: ReactNode
  /** Returns what is wrong with the period, or undefined. */
  periodProblem: () => string | undefined
  /** Applies rules to the past. */
  tryOn: (rules: Rule[]) => Promise<Outcome<Trial>>
  showTrial: (trial: Trial) => ReactNode
  /** Further choices about the request. */
  choices?: ReactNode
  ask: (rules: Rule[], reason: string) => Promise<Outcome<{ approval: Approval }>>
}

/** Edits rules as JSON. Only rules that were tried on the past, exactly as they are, can be asked for. */
export function ChangeRules<Trial>(props: ChangeRulesProps<Trial>) {
  const { rules, period, periodProblem, tryOn, showTrial, choices, ask } = props
  const client = useQueryClient()
  const [text, setText] = useState(() => JSON.stringify({ rules }, null, 2))
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<{ text: string; rules: readonly Rule[]; trial: Trial } | null>(null)
  const [asked, setAsked] = useState<Approval | null>(null)

  const run = async () => {
    const typed = readTyped(text)
    const wrong =
      typed === null ? 'Enter the rules as JSON, for example { "rules": [ … ] }.' : periodProblem()
    setProblem(wrong)
    if (typed === null || wrong !== undefined || busy) return
    setBusy(true)
    const { data, error } = await tryOn([...typed]).finally(() => setBusy(false))
    setFailure(error ?? null)
    if (data !== undefined) setTried({ text, rules: typed, trial: data })
  }
  const request = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await ask([...(tried?.rules ?? [])], reason)
    if (error) return error
    setAsked(data.approval)
    await client.invalidateQueries({ queryKey: ['approvals'] })
    return null
  }
  const isCurrent = tried !== null && tried.text === text
  return (
    <Section title="Change rules">
      {asked && <AskedNotice approval={asked} />}
      <p>Edit the JSON, backtest it, then request approval.</p>
      <TextArea
        id="rules"
        label="Rules"
        rows={12}
        value={text}
        onChange={setText}
        {...(problem !== undefined && { error: problem })}
      />
      <div className="grid gap-4 sm:grid-cols-2">{period}</div>
      {failure && <Refusal failure={failure} title="The backtest failed" />}
      <div>
        <Button variant="secondary" busy={busy} onClick={() => void run()}>
          Backtest
        </Button>
      </div>
      {tried && !isCurrent && <p role="status">The rules have changed. Run the backtest again.</p>}
      {tried && isCurrent && (
        <>
          {showTrial(tried.trial)}
          {changesOf(rules, tried.rules).length === 0 ? (
            <p>These are the rules in force. Edit them to request a change.</p>
          ) : (
            <>
              {choices}
              <div>
                <ReasonDialog
                  label="Request approval"
                  variant="primary"
                  title="Request these rules?"
                  confirm="Send request"
                  onSubmit={request}
                >
                  <p>They take effect on approval.</p>
                </ReasonDialog>
              </div>
            </>
          )}
        </>
      )}
    </Section>
  )
}
