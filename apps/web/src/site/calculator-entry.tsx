import { findCountry, isDestination } from '@sesa/contract'
import { Calculator } from '../features/converter/calculator.tsx'
import { wake } from './wake.ts'

const fieldOf = (name: string) =>
  document.querySelector<HTMLInputElement>(`[data-island="calculator"] [name="${name}"]`)?.value ?? ''
const from = findCountry(fieldOf('from'))?.code
const to = fieldOf('to')
wake('calculator', ({ typed }) =>
  from !== undefined && isDestination(to) ? <Calculator from={from} to={to} typed={typed} /> : null,
)
