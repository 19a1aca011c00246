import { Button } from '@sesa/ui/button.tsx'
import { formatMoment } from '@sesa/ui/format.ts'
import { Figures } from '../figures.tsx'
import { Tag } from '../tag.tsx'
import { Fold } from './fold.tsx'

/** A version of a policy document, of any kind. */
export interface PolicyVersion {
  readonly version: number
  readonly state: 'in_force' | 'planned' | 'shadow' | 'earlier'
  /** In words: since when, or from which day. */
  readonly since: string
  readonly by: string | null
  readonly approvedBy: string | null
  readonly reason: string | null
}

const STATES = {
  in_force: ['ok', 'In force'],
  planned: ['warn', 'Planned'],
  shadow: ['warn', 'Shadow'],
} as const

/** The state of a version as a tag; nothing for an earlier one. */
const StateTag = ({ state }: Pick<PolicyVersion, 'state'>) =>
  state === 'earlier' ? '' : <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag>

/** Since when a version is in force: from its day, its approval, or since the product came with it. */
export function sinceText(validFrom: string | null, since: string | null): string {
  if (validFrom !== null) return `from ${validFrom}`
  return since === null ? 'built in' : `since ${formatMoment(since)}`
}

interface VersionsProps {
  versions: readonly PolicyVersion[]
  onOpen: (version: number) => void
}

/** The line above a policy document: its version in force, and others that wait or run beside it, each to open. */
export function CurrentVersions({ versions, onOpen }: VersionsProps) {
  return (
    <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6">
      {versions
        .filter(({ state }) => state !== 'earlier')
        .toSorted((one, other) => Number(other.state === 'in_force') - Number(one.state === 'in_force'))
        .map(({ version, state, since, by, approvedBy }) => (
          <li key={version} className="flex min-h-12 flex-wrap items-center gap-x-2">
            <StateTag state={state} />
            <span>{`Version ${version}, ${since}${peopleText(by, approvedBy)}`}</span>
            {state !== 'in_force' && (
              <Button variant="quiet" onClick={() => onOpen(version)}>
                Open <span className="sr-only">{`version ${version}`}</span>
              </Button>
            )}
          </li>
        ))}
    </ul>
  )
}

const peopleText = (by: string | null, approvedBy: string | null): string =>
  by === null ? '' : `, by ${by}${approvedBy === null ? '' : ` and ${approvedBy}`}`

/** All versions, folded. Opening one shows it above, compared with the one in force. */
export function History({ versions, onOpen }: VersionsProps) {
  return (
    <Fold title={`History (${versions.length})`}>
      <Figures
        caption="Versions"
        columns={[
          { header: 'Version', render: ({ version }) => version },
          { header: 'State', render: ({ state }) => <StateTag state={state} /> },
          { header: 'Since', render: ({ since }) => since },
          { header: 'Requested by', render: ({ by }) => by ?? '' },
          { header: 'Approved by', render: ({ approvedBy }) => approvedBy ?? '' },
          { header: 'Reason', render: ({ reason }) => reason ?? '' },
          {
            header: 'Open',
            render: ({ version }) => (
              <Button variant="quiet" onClick={() => onOpen(version)}>
                Open <span className="sr-only">{`version ${version}`}</span>
              </Button>
            ),
          },
        ]}
        rows={versions}
        rowKey={({ version }) => String(version)}
        none="No versions."
      />
    </Fold>
  )
}
