import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { escapeHtml } from '../lib/html.ts'
import { Refused } from '../lib/refused.ts'

/** A field of a form that is shown again; `line` is single-line, `area` multi-line. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'email' | 'area' | 'hidden'
  readonly autocomplete?: string
}

/** How a call answers a browser that posts a form without script: with pages instead of JSON. */
export interface Form {
  readonly title: string
  readonly fields: readonly FormField[]
  readonly submit: string
  /** The page to redirect to on success; without it, the call answers itself. */
  done?(fields: Readonly<Record<string, string>>): string
  /** True to accept multipart forms as well, which mail programs may post. Their fields are not read. */
  readonly takesMultipart?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set when the call accepts a posted form. */
    form?: Form
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'

/** Percent-encoding turns one character into up to twelve bytes. */
export const FORM_BODY_LIMIT = 128 * 1024

/** Returns true for a content type that browsers post without a script, to a call that accepts forms. */
export function isForm(request: FastifyRequest): boolean {
  const type = String(request.headers['content-type'] ?? '').toLowerCase()
  const { form } = request.routeOptions.config
  if (form === undefined) return false
  return type.startsWith(FORM_TYPE) || (form.takesMultipart === true && type.startsWith(MULTIPART_TYPE))
}

/** Parses form bodies, only for calls that accept them. Browsers end lines in a form with CR LF. */
export function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(FORM_TYPE, { parseAs: 'string' }, (request, body, done) => {
    if (!isForm(request)) done(new Refused('unsupported_media_type'))
    else done(null, Object.fromEntries(new URLSearchParams(body)))
  })
  app.addContentTypeParser<string>(MULTIPART_TYPE, { parseAs: 'string' }, (request, _body, done) => {
    if (isForm(request)) done(null, {})
    else done(new Refused('unsupported_media_type'))
  })
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;font:18px/1.5 system-ui,sans-serif;background:#fbf6ec;color:#14211b}
main{max-width:560px;margin:0 auto}
h1{font-size:28px;line-height:1.2;margin:0 0 16px}
a{color:#0e5a43}
.summary{margin:0 0 24px;padding:16px;border:2px solid #b3261e;border-radius:8px;background:#fff}
.summary p{margin:0}
.summary a{color:inherit}
label{display:block;margin:0 0 4px;font-weight:600}
.wrong{margin:0 0 4px;color:#b3261e;font-weight:600}
input,textarea,button{width:100%;min-height:48px;padding:10px 12px;font:inherit;color:inherit;background:#fff;border:1px solid #5f6f67;border-radius:8px}
[aria-invalid]{border:2px solid #b3261e}
.field{margin:0 0 20px}
button{width:auto;padding:10px 24px;border:0;background:#0e5a43;color:#fff;font-weight:600}
:focus-visible{outline:3px solid #b36b00;outline-offset:2px}
@media(prefers-color-scheme:dark){
body{background:#0f1814;color:#f1efe8}
a{color:#7fd8b2}
.summary,input,textarea{background:#17231d}
.summary,[aria-invalid]{border-color:#ffb4ab}
.wrong{color:#ffb4ab}
button{background:#62c99d;color:#0f1814}
}`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function fieldHtml(field: FormField, typed: string, wrong: string | undefined): string {
  const { name, label, kind, autocomplete } = field
  if (kind === 'hidden') return `<input type="hidden" name="${name}" value="${escapeHtml(typed)}">`
  const common = [
    `id="${name}" name="${name}"`,
    ...(autocomplete === undefined ? [] : [`autocomplete="${autocomplete}"`]),
    ...(wrong === undefined ? [] : [`aria-invalid="true" aria-describedby="${name}-wrong"`]),
  ].join(' ')
  const control =
    kind === 'area'
      ? // Browsers drop the first line break inside a text area, so add one.
        `<textarea ${common} rows="8">\n${escapeHtml(typed)}</textarea>`
      : `<input ${common} type="${kind === 'email' ? 'email' : 'text'}" value="${escapeHtml(typed)}">`
  const beside = wrong === undefined ? '' : `<p class="wrong" id="${name}-wrong">${escapeHtml(wrong)}</p>`
  return `<div class="field"><label for="${name}">${label}</label>${beside}${control}</div>`
}

function typedFields(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

/** Redirects (303) after a successful form post. */
export function redirectAfterPost(
  { done }: Required<Pick<Form, 'done'>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return reply.redirect(done(typedFields(request.body)), 303)
}

/** Sends the filled-in form again, with the error above it and next to the field. */
export function sendFormAgain(
  refusal: Refused,
  form: Form,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const typed = typedFields(request.body)
  const wrong = form.fields.find(({ name, kind }) => name === refusal.options.field && kind !== 'hidden')
  const words = escapeHtml(refusal.message)
  const fields = form.fields.map((field) =>
    fieldHtml(field, typed[field.name] ?? '', field === wrong ? refusal.message : undefined),
  )
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<title>Error: ${escapeHtml(form.title)} | Sesa</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(form.title)}</h1>`,
    `<div class="summary" role="alert"><p>${wrong ? `<a href="#${wrong.name}">${words}</a>` : words}</p></div>`,
    `<form method="post" action="${escapeHtml(request.url)}" novalidate>${fields.join('')}`,
    `<button type="submit">${escapeHtml(form.submit)}</button></form>`,
    '<p><a href="/">Back to the home page</a></p></main></body></html>',
  ].join('')
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page)
}
