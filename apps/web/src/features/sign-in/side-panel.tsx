import { CheckIcon } from '../../ui/art/icons.tsx'
import { KenteStrip } from '../../ui/art/kente-strip.tsx'

const PROMISES = [
  {
    title: 'No password to remember',
    text: 'Sign in with a one-time code.',
  },
  {
    title: 'The whole price first',
    text: 'Rate, fee and what arrives are on the screen before you pay.',
  },
  {
    title: 'It arrives, or it comes back',
    text: 'If a transfer cannot be delivered, your card gets all of it back.',
  },
]

/** Answers for a new customer, beside the form on wide screens. */
export function SidePanel() {
  return (
    <aside
      aria-label="Why Sesa"
      className="on-deep my-12 mr-6 ml-4 hidden flex-col self-start overflow-hidden rounded-xl lg:flex"
    >
      <ul className="flex flex-col gap-8 p-10">
        {PROMISES.map(({ title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
              <CheckIcon className="size-5" />
            </span>
            <span className="flex flex-col gap-1">
              <span className="text-xl font-bold">{title}</span>
              <span className="text-on-deep-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <KenteStrip />
    </aside>
  )
}
