import { html, renderDocument } from '../pages/html.ts'

/** Renders the page where a person shows an invented document and chooses what becomes of it. */
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
