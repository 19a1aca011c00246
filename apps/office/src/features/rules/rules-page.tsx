import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Approval, RulesList, RulesVersion } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Button } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { FileMenu } from '../../parts/policy/file-menu.tsx'
import { SETTLED_MS, useDraft } from '../../parts/policy/use-draft.ts'
import { CurrentVersions, History, sinceText, type PolicyVersion } from '../../parts/policy/versions.tsx'
import { readRules, rowsOf, rulesOn, type Rule } from './rule-list.ts'
import { RuleTable, type Hits } from './rule-table.tsx'
import type { Sentence } from './sentence.ts'

export interface RulesPageProps<Trial> {
  title: string
  lead: string
  /** The name among queries, and of files. */
  name: 'fraud' | 'monitoring'
  sentenceOf: (rule: unknown) => Sentence | null
  hasThen: boolean
  read: () => Promise<RulesList>
  /** Applies rules to the last 30 days. */
  tryOn: (rules: Rule[]) => Promise<Trial>
  hitsOf: (trial: Trial) => ReadonlyMap<string, Hits>
  /** What else the trial found, such as payments with another outcome. */
  showTrial: (trial: Trial) => ReactNode
  /** Whether rules can only record for a while. */
  hasShadow: boolean
  ask: (
    rules: Rule[],
    said: { reason: string; mode: 'in_force' | 'shadow' },
  ) => Promise<Outcome<{ approval: Approval }>>
}

/** Rules as sentences with numbers to edit, what they meet in 30 days, and the versions. */
export function RulesPage<Trial>(props: RulesPageProps<Trial>) {
  const { title, lead, name, read } = props
  const rules = useQuery({ queryKey: ['rules', name], queryFn: read })
  return (
    <LoadedPage title={title} lead={lead} query={rules} what={`the ${title.toLowerCase()}`}>
      {(list) => <Editor {...props} list={list} />}
    </LoadedPage>
  )
}

const versionsOf = ({ versions, inForce, shadow }: RulesList): PolicyVersion[] =>
  versions.map(({ version, since, author, approvedBy, reason }) => ({
    ...{ version, approvedBy, reason, by: author, since: sinceText(null, since) },
    state: version === inForce ? 'in_force' : version === shadow ? 'shadow' : 'earlier',
  }))

const NO_RULES: RulesVersion['rules'] = []

function Editor<Trial>(props: RulesPageProps<Trial> & { list: RulesList }) {
  const { list, title, name, sentenceOf, hasThen, tryOn, hitsOf, showTrial, hasShadow, read, ask } = props
  const client = useQueryClient()
  const rulesOf = (wanted: number) =>
    list.versions.find(({ version }) => version === wanted)?.rules ?? NO_RULES
  const inForce = { version: list.inForce, document: rowsOf(rulesOf(list.inForce), list.versions) }
  const draft = useDraft(inForce, rulesOn)
  const [isAsked, setIsAsked] = useState(false)
  const on = rulesOn(draft.document)
  const text = JSON.stringify(on)
  const [settled] = useSettled(on, SETTLED_MS, text)
  const trialOf = (rules: Rule[]) =>
    queryOptions({
      queryKey: ['rules', name, 'tried', list.inForce, rules],
      queryFn: () => tryOn(rules),
      staleTime: Infinity,
    })
  const isWanted = (isAsked || draft.isChanged) && draft.problems.length === 0
  const tried = useQuery({ ...trialOf(settled), placeholderData: keepPreviousData, enabled: isWanted })
  const isOld = tried.isPlaceholderData || JSON.stringify(settled) !== text
  const open = (version: number) => draft.replace(rowsOf(rulesOf(version), list.versions))
  const versions = versionsOf(list)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <CurrentVersions versions={versions} onOpen={open} />
        <FileMenu
          name={`${name}-rules-version-${list.inForce}`}
          document={{ rules: on }}
          read={readRules}
          onImport={(rules) => draft.replace(rowsOf(rules, list.versions))}
          what="a list of rules"
        />
      </div>
      <RuleTable
        caption={title}
        draft={draft}
        {...{ sentenceOf, hasThen, isOld }}
        hits={tried.data === undefined ? null : hitsOf(tried.data)}
      />
      {!isWanted && draft.problems.length === 0 && (
        <Button variant="secondary" onClick={() => setIsAsked(true)} className="self-start">
          Count hits in 30 days
        </Button>
      )}
      <LoadTrouble what="the try-out" state={useLoadState(tried)} />
      {isWanted && tried.isFetching && <p role="status">Trying these rules on the last 30 days.</p>}
      {isWanted && tried.data !== undefined && !isOld && showTrial(tried.data)}
      <AskForm
        draft={draft}
        what="your rules"
        {...(hasShadow && { offers: 'shadow' as const })}
        readVersion={async () =>
          (await client.fetchQuery({ queryKey: ['rules', name], queryFn: read })).inForce
        }
        trial={() => client.fetchQuery(trialOf(on))}
        ask={(said) => ask(on, said)}
      />
      <History versions={versions} onOpen={open} />
    </>
  )
}
