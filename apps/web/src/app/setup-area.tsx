import ProfileSetupPage from '../features/profile/setup-page.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Shows the set-up of the profile, where a first number or address may ask for a step-up. */
export default function SetupArea() {
  return (
    <>
      <ProfileSetupPage />
      <StepUp />
    </>
  )
}
