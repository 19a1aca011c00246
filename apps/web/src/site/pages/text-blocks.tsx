import { readBlocks, type Block, type Line } from '@sesa/contract/legal'
import { TextLink } from '@sesa/ui/button.tsx'

/** Returns the id of a heading, for links to it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Renders a text with headings, lists, steps and links. */
export function TextBlocks({ text }: { text: string }) {
  return (
    <div className="flex max-w-[65ch] flex-col gap-4 text-lg">
      {readBlocks(text).map((block, index) => (
        <Drawn key={index} block={block} />
      ))}
    </div>
  )
}

function Drawn({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return (
      <h2 id={anchorOf(block.text)} className="mt-6 scroll-mt-6 text-2xl">
        {block.text}
      </h2>
    )
  if (block.kind === 'paragraph')
    return (
      <p>
        <Runs line={block.line} />
      </p>
    )
  const items = block.lines.map((line, index) => (
    <li key={index}>
      <Runs line={line} />
    </li>
  ))
  return block.kind === 'steps' ? (
    <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-bold marker:text-kola">{items}</ol>
  ) : (
    <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-kola">{items}</ul>
  )
}

function Runs({ line }: { line: Line }) {
  return line.map(({ text, bold, href }, index) => {
    if (href !== undefined)
      return (
        <TextLink key={index} href={href} className="break-words">
          {text}
        </TextLink>
      )
    return bold ? <strong key={index}>{text}</strong> : text
  })
}
