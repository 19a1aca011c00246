import SendMoneyPage from '../features/send-money/page.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Shows Send Money, where saved cards may require a step-up. */
export default function SendArea() {
  return (
    <>
      <SendMoneyPage />
      <StepUp />
    </>
  )
}
