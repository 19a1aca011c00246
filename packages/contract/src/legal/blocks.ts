/** A part of a line: plain, bold or a link. */
export interface Run {
  readonly text: string
  readonly bold?: true
  readonly href?: string
}

export type Line = readonly Run[]

/** A block of a legal text. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list' | 'steps'; readonly lines: readonly Line[] }

const RUN = /\*\*(.+?)\*\*|\[(.+?)\]\(([^)]+)\)|(https:\/\/[^\s]+[^\s.,])/

/** Splits a line into runs: `**bold**`, `[label](/path)` and bare addresses. A slot, `%[name]`, is plain text. */
function runsOf(text: string): Line {
  const runs: Run[] = []
  let rest = text
  for (let match = RUN.exec(rest); match; match = RUN.exec(rest)) {
    const [whole, bold, label, href, address] = match
    if (match.index > 0) runs.push({ text: rest.slice(0, match.index) })
    if (bold !== undefined) runs.push({ text: bold, bold: true })
    else if (address !== undefined) runs.push({ text: address, href: address })
    else runs.push({ text: label ?? '', href: href ?? '' })
    rest = rest.slice(match.index + whole.length)
  }
  return rest === '' ? runs : [...runs, { text: rest }]
}

/** Parses a legal text: blank lines separate blocks, `## ` starts a heading, `- ` a list item, `1. ` a step. */
export function readBlocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part): Block => {
      if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) }
      if (part.startsWith('- '))
        return { kind: 'list', lines: part.split('\n').map((line) => runsOf(line.slice(2))) }
      if (/^1[.] /.test(part))
        return { kind: 'steps', lines: part.split('\n').map((line) => runsOf(line.replace(/^\d+[.] /, ''))) }
      return { kind: 'paragraph', line: runsOf(part) }
    })
}
