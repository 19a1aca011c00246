import type { FastifyReply } from 'fastify'
import { html, renderDocument } from '../pages/html.ts'

/** Renders the page where a person shows an invented document and chooses the outcome. */
export function checkPage(
  provider: string,
  outcomes: readonly (readonly [value: string, label: string])[],
  problem: string | null,
): string {
  const field = (name: string, label: string, value: string, type = 'text') =>
    html`<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" />`
  return renderDocument({
    title: `${provider}: show your document`,
    body: html`<main>
      <h1>Show your document</h1>
      <p>This is the sandbox’s stand-in for ${provider}. No photo is taken.</p>
      ${problem === null ? html`` : html`<p role="alert">${problem}</p>`}
      <form method="post">
        ${field('firstName', 'First names', 'Fatu')} ${field('lastName', 'Last name', 'Kamara')}
        ${field('dob', 'Date of birth', '1990-04-02', 'date')}
        ${field('number', 'Document number', 'PP0000001')}
        ${field('expires', 'Valid until', '2034-12-31', 'date')}
        <h2>What becomes of it?</h2>
        ${outcomes.map(([value, label]) => html`<p><button name="outcome" value="${value}">${label}</button></p>`)}
      </form>
    </main>`,
  })
}

const CSP =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Sends a page that must not be cached, since its address works once. */
export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CSP)
    .header('cache-control', 'no-store')
    .send(page)

/** Answers for a link that has been used. */
export const sendUsed = (reply: FastifyReply): FastifyReply =>
  reply.code(410).type('text/plain').send('This link has been used. Go back to Sesa.')
