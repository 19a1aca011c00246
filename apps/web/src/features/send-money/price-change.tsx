import * as i18n from '@sesa/contract/i18n'

export interface ChangedFigure {
  readonly label: string
  readonly before: string
  readonly now: string
}

/** Shows old and new figures next to each other. */
export function BeforeNow({ figures }: { figures: readonly ChangedFigure[] }) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{i18n.t('Amounts before and now')}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-2 font-normal">
            <span className="sr-only">{i18n.t('Amount')}</span>
          </th>
          <th scope="col" className="py-2 pr-2 text-right font-normal">
            {i18n.t('Before')}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            {i18n.t('Now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ label, before, now }) => (
          <tr key={label} className="border-t border-line tabular-nums">
            <th scope="row" className="py-3 pr-2 font-normal">
              {label}
            </th>
            <td className="py-3 pr-2 text-right text-muted">{before}</td>
            <td className="py-3 text-right font-bold">{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
