import type { ComponentType } from 'react'
import { type Role, officeCalls } from '@sesa/contract/office'
import { BarsChart } from '@sesa/ui/chart/bars.tsx'
import { FloatDays, ProfitByDay } from './money-charts.tsx'
import { ChargedByHour, MinutesToWallet, OutcomesByDay } from './transfer-charts.tsx'
import { ChartCard, saveAs } from './chart-card.tsx'
import { countText, openOf, QUEUE_WORDS, workFinding } from './findings.ts'

/** The two charts of each role's Home. */
const CHARTS: Readonly<Record<Role, readonly [ComponentType, ComponentType]>> = {
  support: [ChargedByHour, MinutesToWallet],
  compliance: [OpenWork, ChargedByHour],
  finance: [FloatDays, ProfitByDay],
  engineer: [OutcomesByDay, MinutesToWallet],
  administrator: [OutcomesByDay, ProfitByDay],
}

/** Renders the charts of a role. */
export function RoleCharts({ role }: { role: Role }) {
  const [First, Second] = CHARTS[role]
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <First />
      <Second />
    </div>
  )
}

/** Open work of compliance, by queue and age. */
function OpenWork() {
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
