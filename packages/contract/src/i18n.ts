/** Values of a message, by the names in its braces. */
type Values = Readonly<Record<string, string | number>>

/** Returns a message in the customer's language. */
export type Translate = (message: string, values?: Values) => string

/**
 * Returns a message in the customer's language. The English message is its own key, so English needs neither a
 * catalogue nor a library; a script in the head sets `translate` for another language before any module runs. Braces
 * name values; `{count, plural, one {# card} other {# cards}}` is a plural (ICU). Import as `i18n`: the extractor of
 * messages looks for `i18n.t`.
 */
export const t: Translate =
  (globalThis as { translate?: Translate }).translate ??
  ((message, values) =>
    message.replace(
      /{(\w+)(, plural, one {(.*?)} other {(.*?)})?}/g,
      // A test finds messages without their values. The numbers among them become texts here.
      (_, name: string, isPlural: string | undefined, one: string, other: string) =>
        isPlural
          ? ((values as Values)[name] === 1 ? one : other).replace(
              '#',
              ((values as Values)[name] as number).toLocaleString('en-US'),
            )
          : ((values as Values)[name] as string),
    ))
