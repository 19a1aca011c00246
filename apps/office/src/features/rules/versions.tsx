import { useState } from 'react'
import type { RulesList, RulesVersion } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { changesOf, idOf, parametersOf, type Rule, type RuleChange } from './rule-text.ts'

const RULES: FigureColumn<Rule>[] = [
  { key: 'id', header: 'Rule', render: idOf },
  { key: 'parameters', header: 'Parameters', render: parametersOf },
]
const CHANGES: FigureColumn<RuleChange>[] = [
  { key: 'id', header: 'Rule', render: ({ id }) => id },
  { key: 'before', header: 'Before', render: ({ before }) => before ?? 'No rule' },
  { key: 'after', header: 'In this version', render: ({ after }) => after ?? 'Removed' },
]
const VERSIONS: FigureColumn<RulesVersion>[] = [
  { key: 'version', header: 'Version', render: ({ version }) => version },
  { key: 'mode', header: 'Mode', render: ({ mode }) => (mode === 'shadow' ? 'Shadow' : 'In force') },
  {
    key: 'since',
    header: 'Since',
    render: ({ since }) => (since === null ? 'Built in' : formatMoment(since)),
  },
  { key: 'author', header: 'Requested by', render: ({ author }) => author ?? '' },
  { key: 'approved', header: 'Approved by', render: ({ approvedBy }) => approvedBy ?? '' },
  { key: 'reason', header: 'Reason', render: ({ reason }) => reason ?? '' },
]

/** Says which version is in force, since when and by whom. */
function describe({ version, since, author, approvedBy }: RulesVersion): string {
  if (since === null) return `Version ${version}, built in.`
  const second = approvedBy === null ? '' : ` and ${approvedBy}`
  return `Version ${version}, since ${formatMoment(since)}, by ${author ?? ''}${second}.`
}

export function versionInForce({ inForce, versions }: RulesList): RulesVersion | undefined {
  return versions.find(({ version }) => version === inForce)
}

/** The rules in force with their parameters. */
export function InForce({ list }: { list: RulesList }) {
  const now = versionInForce(list)
  return (
    <Section title="In force">
      {now && <p>{describe(now)}</p>}
      {list.shadow !== null && (
        <p>Version {list.shadow} is in shadow mode: it records alerts and opens no cases.</p>
      )}
      <Figures
        caption="Rules in force"
        hideCaption
        columns={RULES}
        rows={now?.rules ?? []}
        rowKey={idOf}
        none="No rules in force."
      />
    </Section>
  )
}

/** Earlier versions, and what each changed. */
export function Versions({ versions }: Pick<RulesList, 'versions'>) {
  const [chosen, setChosen] = useState('')
  const index = versions.findIndex(({ version }) => String(version) === chosen)
  const [after, before] = [versions[index], versions[index + 1]]
  return (
    <Section title="Versions">
      <Figures
        caption="Versions"
        hideCaption
        columns={VERSIONS}
        rows={versions}
        rowKey={({ version }) => String(version)}
        none="No versions."
      />
      {versions.length > 1 && (
        <div className="max-w-80">
          <SelectField
            id="version"
            label="Compare a version"
            placeholder="Choose a version"
            value={chosen}
            options={versions.slice(0, -1).map(({ version }) => ({
              value: String(version),
              label: `Version ${version}`,
            }))}
            onChange={setChosen}
          />
        </div>
      )}
      {after && before && (
        <Figures
          caption={`Version ${after.version} compared with version ${before.version}`}
          columns={CHANGES}
          rows={changesOf(before.rules, after.rules)}
          rowKey={({ id }) => id}
          none="The versions are identical."
        />
      )}
    </Section>
  )
}
