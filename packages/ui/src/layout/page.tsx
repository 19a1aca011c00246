import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { noWrap } from './no-wrap.tsx'
import { cx } from '../class-names.ts'

interface PageProps {
  /** The heading. */
  title: string
  /** The browser's title, if it differs from the heading; " · Sesa" is added. */
  documentTitle?: string
  /** True while its form has errors: the browser's title then starts with "Error: ". */
  hasError?: boolean
  lead?: ReactNode
  /** On the heading's line, which is then smaller: a state, an amount. */
  beside?: ReactNode
  /** For a heading that changes by itself, and is then announced: the line above it, and its colour. */
  state?: { readonly line: string; readonly tone: string }
  /** `narrow` for forms, `wide` for tables, `columns` for a form with a side column where there is room. */
  width?: 'narrow' | 'wide' | 'columns'
  children: ReactNode
}

const WIDTHS = {
  narrow: 'max-w-160',
  wide: 'max-w-288',
  columns: 'max-w-160 min-[60rem]:max-w-288',
} as const

/**
 * Renders the frame of every page of the app: title, a column, one size per level of heading, and one h1 that receives the
 * focus on arrival.
 */
export function Page({
  title,
  documentTitle = title,
  hasError,
  lead,
  beside,
  state,
  width = 'narrow',
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The heading receives the focus only if no other element has it: the error summary, the page's only field, or a menu
  // that the customer opened while the page was loading.
  const arrive = useEffectEvent(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (!hasError && isFree) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [])

  return (
    <div className={cx('mx-auto w-full px-4 py-5 sm:px-6 sm:py-8', WIDTHS[width])}>
      <title>{`${hasError ? `${i18n.t('Error:')} ` : ''}${documentTitle} · Sesa`}</title>
      <div className={cx(beside !== undefined && 'flex flex-wrap items-center gap-x-4 gap-y-1')}>
        <h1 ref={heading} tabIndex={-1} className={cx('text-2xl', beside === undefined && 'sm:text-3xl')}>
          {state ? (
            <>
              <span className="mb-1 block text-base font-semibold tracking-normal text-muted">
                {state.line}
              </span>{' '}
              <span aria-live="polite" className={cx('block', state.tone)}>
                {title}
              </span>
            </>
          ) : (
            title
          )}
        </h1>
        {beside}
      </div>
      {lead && <p className="mt-3 text-lg text-muted">{noWrap(lead)}</p>}
      <div className="mt-4 flex flex-col gap-6 sm:mt-6 [&_h2]:text-xl">{children}</div>
    </div>
  )
}
