import { cx } from '@sesa/ui/class-names.ts'

interface Testimonial {
  name: string
  from: string
  to: string
  words: string
}

/** Invented samples that show the purpose of Sesa. Every page that shows them says so. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ma Hawa',
    from: 'Accra',
    to: 'Monrovia',
    words: 'My mother reads me the amount before I’ve closed the page.',
  },
  {
    name: 'Kwame',
    from: 'Columbus, Ohio',
    to: 'Kumasi',
    words: 'I know what arrives, to the pesewa, before I pay.',
  },
  {
    name: 'Isatu',
    from: 'Paynesville',
    to: 'Freetown',
    words: 'Her wallet was full. I got a full refund and tried again.',
  },
  {
    name: 'Prince',
    from: 'Minneapolis',
    to: 'Buchanan',
    words: 'School fees are due on a Friday. I send on the Thursday evening and sleep.',
  },
  {
    name: 'Adjoa',
    from: 'Freetown',
    to: 'Tamale',
    words: 'My father doesn’t do apps. He has his phone, and that is all he needs.',
  },
  {
    name: 'Mohamed',
    from: 'Philadelphia',
    to: 'Bo',
    words: 'The network dropped while I was paying. When it came back the page knew where we were.',
  },
  {
    name: 'Comfort',
    from: 'Monrovia',
    to: 'Accra',
    words: 'My supplier wants cedis. I type the cedis, and see the Liberian dollars at once.',
  },
  {
    name: 'Sahr',
    from: 'Houston',
    to: 'Kenema',
    words: 'I used to ask a cousin who knew a man. Now I have a receipt.',
  },
  {
    name: 'Efua',
    from: 'Kumasi',
    to: 'Gbarnga',
    words: 'I wrote to them on a Sunday, and the answer had my transfer’s reference in it.',
  },
]

/** Renders sample testimonials as a list of quotes; `row` keeps them small and in one row, which scrolls on a phone. */
export function Quotes({ quotes, row = false }: { quotes: readonly Testimonial[]; row?: boolean }) {
  return (
    <ul
      className={cx('mt-6 gap-6 md:grid md:grid-cols-3', row ? 'flex overflow-x-auto' : 'grid')}
      {...(row && { tabIndex: 0, 'aria-label': 'Sample stories' })}
    >
      {quotes.map(({ name, from, to, words }) => (
        <li key={name} className={row ? 'w-56 shrink-0 md:w-auto' : ''}>
          <figure
            className={cx('flex h-full flex-col border-t-4 border-accent', row ? 'gap-3 pt-3' : 'gap-5 pt-6')}
          >
            <blockquote className={row ? '' : 'text-xl'}>“{words}”</blockquote>
            <figcaption className="mt-auto flex items-center gap-3">
              {!row && (
                <span
                  aria-hidden="true"
                  className="flex size-12 items-center justify-center rounded-full bg-deep text-xl font-bold text-accent"
                >
                  {name.charAt(0)}
                </span>
              )}
              <span>
                <strong className="block">{name}</strong>
                <span className="text-muted">
                  {from} to {to}
                </span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
