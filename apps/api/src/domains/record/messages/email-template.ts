import { printable } from '@sesa/contract'
import { escapeHtml } from '../../../lib/html.ts'

/** The details in the footer of every email. */
export interface Branding {
  /** Public URL of the product, without a trailing slash. */
  readonly publicUrl: string
  readonly support: { readonly phone: string; readonly email: string; readonly address: string }
}

/** The content of an email before rendering. All of it is plain text; none of it is read as HTML. */
export interface EmailTemplate {
  readonly subject: string
  /** The name in the greeting; omitted without it. */
  readonly name?: string | null
  readonly paragraphs: readonly string[]
  /** Label and value, one pair per line. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** The paragraphs after the facts. */
  readonly closing?: readonly string[]
  /** The next step for the reader: one of our paths, or a whole URL, for example the office's. */
  readonly action?: { readonly label: string; readonly path: string }
  /** The reason why the reader gets this email. */
  readonly why?: string
  /** Our path at which the reader can change that setting. */
  readonly changeAt?: string
}

/** An email as plain text and as HTML, in the layout of all our emails. */
export interface RenderedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const addressOf = ({ publicUrl }: Branding, path: string): string =>
  path.startsWith('/') ? publicUrl + path : path

const greeting = (name: string | null | undefined): string => (name ? `Hello ${name},` : 'Hello,')

function footer({ publicUrl, support }: Branding, { why, changeAt }: EmailTemplate): string[] {
  const reach = `Sesa, ${support.address}. ${support.phone}, ${support.email}, ${publicUrl}/contact-us`
  const because = why !== undefined && changeAt !== undefined ? `${why} ${publicUrl}${changeAt}` : why
  return [...(because === undefined ? [] : [because]), reach]
}

function plain(template: EmailTemplate, head: Branding): string {
  const { paragraphs, facts = [], closing = [], action } = template
  const blocks = [
    greeting(template.name),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...closing,
    ...(action ? [`${action.label}: ${addressOf(head, action.path)}`] : []),
    ['--', ...footer(head, template)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

// Email programs support neither style sheets nor variables, so each element carries its own style.
const STYLE = {
  body: 'margin:0;padding:24px 12px;background:#fbf6ec;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#17261f',
  card: 'max-width:560px;margin:0 auto;overflow:hidden;background:#fffdf8;border:1px solid #e3d8c2;border-radius:20px',
  name: 'margin:0;padding:16px 24px;background:#0b3b2d;border-bottom:4px solid #f4ae3d;font-size:22px;font-weight:800;color:#f9f3e5',
  words: 'padding:24px 24px 8px',
  paragraph: 'margin:0 0 16px;white-space:pre-line',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label:
    'padding:8px 12px 8px 0;text-align:left;vertical-align:top;font-weight:400;color:#50605a;border-top:1px solid #e3d8c2',
  value: 'padding:8px 0;text-align:right;vertical-align:top;border-top:1px solid #e3d8c2',
  action:
    'display:inline-block;padding:12px 24px;background:#0e5a43;color:#fffdf8;border-radius:999px;font-weight:700;text-decoration:none',
  foot: 'max-width:560px;margin:16px auto 0;font-size:14px;color:#50605a',
} as const

const element = (name: string, style: keyof typeof STYLE, inner: string): string =>
  `<${name} style="${STYLE[style]}">${inner}</${name}>`

function designed(template: EmailTemplate, head: Branding): string {
  const { paragraphs, facts = [], closing = [], action } = template
  const paragraph = (text: string): string => element('p', 'paragraph', escapeHtml(text))
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${STYLE.label}">${escapeHtml(label)}</th>${element('td', 'value', escapeHtml(value))}</tr>`,
  )
  const words = [
    ...[greeting(template.name), ...paragraphs].map(paragraph),
    ...(rows.length > 0 ? [element('table', 'table', rows.join(''))] : []),
    ...closing.map(paragraph),
    ...(action
      ? [
          `<p style="${STYLE.paragraph}"><a href="${escapeHtml(addressOf(head, action.path))}" style="${STYLE.action}">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
  ]
  const card = element('p', 'name', 'Sesa') + element('div', 'words', words.join(''))
  const foot = footer(head, template).map((text) => element('p', 'foot', escapeHtml(text)))
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(template.subject)}</title></head>`,
    element('body', 'body', element('div', 'card', card) + foot.join('')),
    '</html>',
  ].join('')
}

/** Renders an email as text and as HTML. */
export function renderEmail(template: EmailTemplate, head: Branding): RenderedEmail {
  return { subject: template.subject, text: printable(plain(template, head)), html: designed(template, head) }
}
