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
    words: 'My mother reads me the amount from her phone before I have closed the page.',
  },
  {
    name: 'Kwame',
    from: 'Columbus, Ohio',
    to: 'Kumasi',
    words: 'I know what arrives, to the pesewa, before I pay. No more phone calls about the difference.',
  },
  {
    name: 'Isatu',
    from: 'Paynesville',
    to: 'Freetown',
    words: 'Her wallet was full, so the money could not arrive. I got a full refund and tried again.',
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

/** Renders sample testimonials as a list of quotes. */
export function Quotes({ quotes }: { quotes: readonly Testimonial[] }) {
  return (
    <ul className="mt-10 grid gap-8 md:grid-cols-3">
      {quotes.map(({ name, from, to, words }) => (
        <li key={name}>
          <figure className="flex h-full flex-col gap-5 border-t-4 border-accent pt-6">
            <blockquote className="text-xl">“{words}”</blockquote>
            <figcaption className="mt-auto flex items-center gap-3">
              <span
                aria-hidden="true"
                className="flex size-12 items-center justify-center rounded-full bg-deep text-xl font-bold text-accent"
              >
                {name.charAt(0)}
              </span>
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
