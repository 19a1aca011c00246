import { readBlocks } from '@sesa/contract/legal'
import { PhoneArt } from '@sesa/ui/art/art.tsx'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { DocPage } from '../pages/doc-page.tsx'
import type { LoginState } from '../rendered-page.ts'
import { ARTICLES, TEXT_ARTICLES, type Article } from './articles.ts'
import { AskUs } from './help-frame.tsx'
import { wordsOf } from './search.ts'

/** Returns an article's search words, each once. */
function searchedWords(article: Article): string {
  const text = TEXT_ARTICLES.find(({ path }) => path === article.path)?.text ?? ''
  const headings = readBlocks(text).map((block) => (block.kind === 'heading' ? block.text : ''))
  const shown = new Set(wordsOf(`${article.title} ${article.about}`))
  const more = wordsOf([article.words, ...headings].join(' '))
  return [...new Set(more)].filter((word) => !shown.has(word)).join(' ')
}

/** Renders `/help`: every article, with a search that the page's small script runs over the list itself. */
export function HelpIndexPage({ session }: { session: LoginState }) {
  return (
    <DocPage
      title="Help"
      lead="How to pay, how the money arrives, and what to do when something is wrong."
      art={<PhoneArt />}
    >
      <div className="mx-auto flex max-w-288 flex-col gap-8 px-4 py-12 sm:px-6 md:py-16">
        <form role="search" data-help-search="" className="hidden max-w-160 flex-col gap-2 js:flex">
          <label htmlFor="help-search" className="text-lg font-semibold">
            What do you need help with?
          </label>
          <input
            id="help-search"
            name="q"
            type="search"
            autoComplete="off"
            placeholder="Where is my money?"
            className="min-h-14 w-full rounded-md border-2 border-edge bg-surface px-4 text-lg"
          />
          <p role="status" data-help-count="" className="min-h-6 text-muted" />
        </form>
        <ul data-help-list="" className="grid gap-5 md:grid-cols-2">
          {ARTICLES.map((article) => (
            <li
              key={article.path}
              data-words={searchedWords(article)}
              className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-6"
            >
              <h2 className="text-2xl">
                <TextLink href={article.path} className="inline-flex min-h-12 items-center">
                  {article.title}
                </TextLink>
              </h2>
              <p className="text-muted">{article.about}</p>
            </li>
          ))}
        </ul>
        <p data-help-none="" hidden className="max-w-160 rounded-md bg-accent-soft p-4 text-lg">
          We have no article about that. Try other words, or ask us below.
        </p>
        <AskUs session={session} />
        <p className="max-w-[65ch] text-lg">
          See also <TextLink href={paths.fees}>Fees and limits</TextLink>,{' '}
          <TextLink href={paths.complaints}>Complaints</TextLink> and{' '}
          <TextLink href={paths.security}>Security</TextLink>.
        </p>
      </div>
    </DocPage>
  )
}
