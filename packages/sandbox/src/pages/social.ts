import { html, renderDocument } from './html.ts'

/** Networks that the footer links to, by the last part of their stand-in's address. */
const NETWORKS = new Map([
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
])

/** Returns the stand-in for the company's page on a social network; undefined for any other network. */
export function socialPage(network: string): string | undefined {
  const name = NETWORKS.get(network)
  if (name === undefined) return undefined
  return renderDocument({
    title: `Sesa on ${name}`,
    body: html`<header>
      <p class="tag">Sandbox</p>
      <h1>Sesa on ${name}</h1>
      <p>This page stands in for ${name}. The setting SOCIAL_${name.toUpperCase()} names the real one.</p>
      <p><a href="/">Back to Sesa</a></p>
    </header>`,
  })
}
