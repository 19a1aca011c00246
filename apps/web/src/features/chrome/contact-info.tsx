import type { Config } from '@sesa/contract'
import { Skeleton } from '../../ui/skeleton.tsx'

type Support = Config['support']

/** The operator's address, phone, e-mail and social pages. Keeps its height while they load. */
export function ContactInfo({ support }: { support: Support | null }) {
  if (!support) return <Skeleton lines={3} className="min-h-36 pt-3 opacity-30" />
  return (
    <address className="flex min-h-36 flex-col text-on-deep-muted not-italic">
      <span className="py-2.5">{support.address}</span>
      <a
        href={`tel:${support.phone.replaceAll(' ', '')}`}
        className="inline-flex min-h-11 items-center hover:underline"
      >
        {support.phone}
      </a>
      <a
        href={`mailto:${support.email}`}
        className="inline-flex min-h-11 items-center break-all hover:underline"
      >
        {support.email}
      </a>
      {support.socials.length > 0 && (
        <span className="flex flex-wrap gap-x-4">
          {support.socials.map((social) => (
            <a
              key={social.url}
              href={social.url}
              className="inline-flex min-h-11 items-center hover:underline"
            >
              {social.name}
            </a>
          ))}
        </span>
      )}
    </address>
  )
}
