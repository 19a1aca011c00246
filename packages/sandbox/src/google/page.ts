import { html } from '../pages/html.ts'
import type { Person } from './people.ts'

/** Renders the page where a person signs in; any invented address works. */
export function chooserPage(people: readonly Person[], wrong: boolean): string {
  const choices = people.map(
    ({ email, name }) =>
      html`<li>
        <button name="email" value="${email}">${name}<small>${email}</small></button>
      </li>`,
  )
  const problem = wrong ? html`<p role="alert">Enter an email address like name@example.com.</p>` : html``
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Choose an account</title>
        <link rel="stylesheet" href="/sandbox/page.css" />
      </head>
      <body>
        <main>
          <h1>Choose an account</h1>
          <p>This is the sandbox’s stand-in for Google. Everybody here is invented.</p>
          <form method="post">
            <ul>
              ${choices}
            </ul>
          </form>
          <form method="post">
            ${problem}
            <label for="email">Another account</label>
            <input id="email" name="email" type="email" autocomplete="off" required />
            <button>Continue</button>
          </form>
          <form method="post"><button name="cancel" value="1">Cancel</button></form>
        </main>
      </body>
    </html>`
  return page.text
}
