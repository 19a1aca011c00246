import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CountryCode } from '@sesa/contract'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { SidePanel } from './side-panel.tsx'
import { verificationIn, type Verification } from './verification.ts'

interface SignInPageProps {
  /** `tabs`: the way in for everybody, `/sign-in` and `/sign-up`. `phone`: `/signin`, the phone alone. */
  variant: 'tabs' | 'phone'
}

/**
 * Sign in by phone: number, then code. Which step it is stands in the history entry; the number as typed stays here,
 * so that it is there again after "Change number" and Back.
 */
export default function SignInPage({ variant }: SignInPageProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const [phone, setPhone] = useState('')
  const [country, setCountry] = useState<CountryCode>('LR')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const verification = verificationIn(location.state)

  const goToCode = (next: Verification, replace: boolean) =>
    void navigate({ search: location.search }, { replace, state: { verification: next } })

  return (
    <div className="mx-auto grid w-full max-w-288 lg:grid-cols-[minmax(0,40rem)_1fr]">
      {verification ? (
        <CodeStep
          verification={verification}
          sentTo={sentTo}
          onNewCode={(next) => goToCode(next, true)}
          onChangeNumber={() => void navigate(-1)}
        />
      ) : (
        <PhoneStep
          variant={variant}
          typed={phone}
          onTyped={setPhone}
          country={country}
          onCountryChange={setCountry}
          onCodeSent={(next, number) => {
            setSentTo(number)
            goToCode(next, false)
          }}
        />
      )}
      <SidePanel />
    </div>
  )
}
