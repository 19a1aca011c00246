import { officeCalls } from '@sesa/contract/office'
import { BarsChart } from '@sesa/ui/chart/bars.tsx'
import { ChartCard, saveAs } from './chart-card.tsx'
import { countText, openOf, QUEUE_WORDS, workFinding } from './findings.ts'

/** Open work of compliance, by queue and age. */
export function OpenWork() {
  return (
    <ChartCard call={officeCalls.chartOpenWork} name={['charts', 'open-work']} what="the open work">
      {({ queues }) => (
        <BarsChart
          chart={{
            title: workFinding(queues),
            about: 'Open work by age',
            of: 'Queue',
            series: [
              { name: 'Under a day', look: 'solid' },
              { name: '1 to 3 days', look: 'rings' },
              { name: 'Over 3 days', look: 'level' },
              { name: 'Overdue', look: 'hatch' },
            ],
            rows: queues.map((queue) => {
              const values = [queue.underOneDay, queue.underThreeDays, queue.older, queue.overdue]
              return {
                label: QUEUE_WORDS[queue.queue],
                sum: `${countText(openOf(queue))} open${queue.overdue > 0 ? `, ${countText(queue.overdue)} overdue` : ''}`,
                values,
                texts: values.map(countText),
              }
            }),
            onSave: saveAs('open-work'),
          }}
        />
      )}
    </ChartCard>
  )
}
