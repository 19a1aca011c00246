import { InterestForm } from '../features/enquiries/interest-form.tsx'
import { startTranslatable } from './translatable.ts'
import { wake } from './wake.ts'

const topic = document.querySelector<HTMLInputElement>('[data-island="interest"] [name="topic"]')?.value
const isTopic = topic === 'loans' || topic === 'commodities'
wake(
  'interest',
  ({ typed }) => (isTopic ? <InterestForm topic={topic} typed={typed} /> : null),
  startTranslatable,
)
