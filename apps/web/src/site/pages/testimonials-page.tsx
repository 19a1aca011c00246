import { DocPage, NextStep, Reading } from './doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'
import { Quotes, TESTIMONIALS } from './testimonials.tsx'

/** Renders `/testimonials`: all sample testimonials. */
export function TestimonialsPage({ session }: { session: LoginState }) {
  return (
    <>
      <DocPage
        title="Testimonials"
        lead="Sample stories. The people in them are invented, to show how Sesa is meant to be used. We’ll replace them with real stories from customers who agree to share theirs."
      >
        <Reading>
          <h2 className="sr-only">All sample stories</h2>
          <Quotes quotes={TESTIMONIALS} />
        </Reading>
      </DocPage>
      <NextStep session={session} title="Write your own" text="Every story here begins with one transfer." />
    </>
  )
}
