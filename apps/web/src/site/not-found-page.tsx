import { paths } from '../lib/paths.ts'
import { LostArt } from '../ui/art.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** What an unknown address shows. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-160 flex-col items-center gap-6 px-4 py-16 text-center sm:py-24">
      <LostArt />
      <h1 className="text-4xl">Page not found</h1>
      <p className="text-lg text-muted">
        There is no page at this address. Your money and your transfers are where you left them.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={paths.home}>Go to the home page</ButtonLink>
        <ButtonLink href={paths.sendMoney} variant="secondary">
          Send Money
        </ButtonLink>
      </div>
    </div>
  )
}
