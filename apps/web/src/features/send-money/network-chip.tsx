import type { Config, NetworkValue } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '@sesa/ui/class-names.ts'
import { initialOf } from '@sesa/ui/format.ts'

/** Marks of the networks that people know by their colour; the others have the brand's. */
const MARKS: Partial<Record<NetworkValue, string>> = {
  mtn: 'bg-accent text-on-accent',
  orange: 'bg-kola text-on-brand',
  vodafone: 'bg-danger text-surface',
}

/** Renders a chosen network, as the content of a field that changes it. */
export function NetworkChip({ value, label }: Pick<Config['networks'][number], 'value' | 'label'>) {
  return (
    <>
      <span
        className={cx(
          'flex size-8 shrink-0 items-center justify-center rounded-sm font-extrabold',
          MARKS[value] ?? 'bg-brand text-on-brand',
        )}
      >
        {initialOf(label)}
      </span>
      <span className="min-w-0 font-semibold">{label.replace(/ \(.*/, '')}</span>
      <span className="text-muted">·</span>
      <span className="font-bold text-brand-ink underline decoration-2 underline-offset-4">
        {i18n.t('Change')}
      </span>
    </>
  )
}
