import type { ComponentType } from 'react'
import type { Role } from '@sesa/contract/office'
import { FloatDays, ProfitByDay } from './money-charts.tsx'
import { ChargedByHour, MinutesToWallet, OutcomesByDay } from './transfer-charts.tsx'
import { OpenWork } from './work-chart.tsx'

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
