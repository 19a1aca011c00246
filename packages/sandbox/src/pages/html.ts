/** HTML that is safe to put into HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

interface DocumentParts {
  title: string
  /** Additional elements of the head. */
  head?: Html
  body: Html
}

/** Renders a complete page of the sandbox, in its own style. */
export function renderDocument({ title, head = html``, body }: DocumentParts): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox/page.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text
}

type Part = string | number | Html | readonly Html[]

/** Builds HTML from a template, escaping its parts unless they are already HTML. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return part.map(({ text }) => text).join('')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
