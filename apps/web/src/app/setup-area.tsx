import ProfileSetupPage from '../features/profile/setup-page.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Shows the profile set-up, where a first number or address may require a step-up. */
export default function SetupArea() {
  return (
    <>
      <ProfileSetupPage />
      <StepUp />
    </>
  )
}
