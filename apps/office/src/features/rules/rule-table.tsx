import { TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { Cell, ChoiceCell } from '../../parts/policy/cell.tsx'
import type { Draft } from '../../parts/policy/use-draft.ts'
import { BODY, PolicyTable } from '../../parts/policy/fold.tsx'
import { idOf, parametersOf, type RuleRow, type RuleRows } from './rule-list.ts'
import type { Part, Sentence } from './sentence.ts'

/** What a rule did in the last 30 days, and would have done. Null: the set has no such rule. */
export interface Hits {
  readonly before: number | null
  readonly after: number | null
  readonly examples?: readonly string[]
}

const NO_HITS: Hits = { before: 0, after: 0 }

interface RuleTableProps {
  caption: string
  draft: Draft & { document: RuleRows; base: RuleRows }
  sentenceOf: (rule: unknown) => Sentence | null
  /** Whether rules say what then happens. */
  hasThen: boolean
  /** Null until the rules were tried. */
  hits: ReadonlyMap<string, Hits> | null
  isOld: boolean
}

/** One row for each rule: on or off, its sentence with the numbers to edit, and what it meets. */
export function RuleTable({ caption, draft, sentenceOf, hasThen, hits, isOld }: RuleTableProps) {
  return (
    <PolicyTable
      label={caption}
      caption={caption}
      headers={['On', 'Rule', 'When', ...(hasThen ? ['Then'] : []), 'Hits in 30 days']}
      isOld={isOld}
    >
      {draft.document.rows.map((row, index) => (
        <Row
          key={`${idOf(row.rule)} ${index}`}
          {...{ row, index, draft, hasThen }}
          sentence={sentenceOf(row.rule)}
          hits={hits === null ? undefined : (hits.get(idOf(row.rule)) ?? NO_HITS)}
        />
      ))}
    </PolicyTable>
  )
}

interface RowProps extends Pick<RuleTableProps, 'draft' | 'hasThen'> {
  row: RuleRow
  index: number
  sentence: Sentence | null
  hits: Hits | undefined
}

function Row({ row: { isOn, rule }, index, draft, hasThen, sentence, hits }: RowProps) {
  const id = idOf(rule)
  const parts = (of: readonly Part[]) => (
    <span className="leading-10">
      {of.map((part) => (
        <SentencePart
          key={typeof part === 'string' ? part : part.path.join('.')}
          {...{ part, draft }}
          rule={{ id, index }}
        />
      ))}
    </span>
  )
  return (
    <tr className={cx(!isOn && 'text-muted')}>
      <td className={BODY}>
        <input
          type="checkbox"
          role="switch"
          aria-label={`${id} on`}
          checked={isOn}
          onChange={(event) => draft.set(['rows', index, 'isOn'], event.target.checked)}
          className="block size-6 cursor-pointer accent-brand"
        />
      </td>
      <th scope="row" className={cx(BODY, 'text-left font-semibold')}>
        {id}
      </th>
      <td className={BODY}>
        {sentence === null ? <code className="break-all">{parametersOf(rule)}</code> : parts(sentence.when)}
      </td>
      {hasThen && <td className={BODY}>{sentence && parts(sentence.then)}</td>}
      <td className={cx(BODY, 'tabular-nums')}>{hits && <HitsText {...hits} />}</td>
    </tr>
  )
}

interface SentencePartProps {
  part: Part
  draft: Draft
  rule: { readonly id: string; readonly index: number }
}

function SentencePart({ part, draft, rule: { id, index } }: SentencePartProps) {
  if (typeof part === 'string') return part
  const cell = {
    draft,
    mayChange: true,
    path: ['rows', index, 'rule', ...part.path],
    label: `${part.label}, ${id}`,
  }
  if ('options' in part) return <ChoiceCell {...cell} options={part.options} />
  return <Cell {...cell} kind={part.kind} width={part.kind.unit === undefined ? 'w-14' : 'w-28'} />
}

const countText = (count: number | null): string => (count === null ? 'off' : count.toLocaleString('en-US'))

function HitsText({ before, after, examples = [] }: Hits) {
  return (
    <>
      {before === after ? countText(after) : `${countText(before)} → ${countText(after)}`}
      {examples.map((reference) => (
        <span key={reference} className="block">
          <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
        </span>
      ))}
    </>
  )
}
