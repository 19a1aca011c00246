// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderFor } from './testing/render.tsx'
import { followTranslatedTexts } from './translated-text.ts'

followTranslatedTexts()

/**
 * Renders all ways in which React changes a text that has siblings: it is removed, inserted before another, changed,
 * and its parent stays.
 */
function Screen() {
  const [step, setStep] = useState(0)
  return (
    <main>
      <button onClick={() => setStep(step + 1)}>Next</button>
      <p data-testid="amount">
        You send {step * 100} dollars{step % 2 === 1 && ' today'}.
      </p>
      <p data-testid="notice">
        {step % 2 === 0 && 'Checking the number. '}
        {step % 2 === 1 && <strong>Found. </strong>}
        Go on
      </p>
      <p data-testid="kind">
        {step % 3 === 0 ? 'a text' : <em>an element</em>}
        {step > 1 && 'late '}
        <i>the end</i>
      </p>
    </main>
  )
}

function textsOf(root: Node): Text[] {
  return [...root.childNodes].flatMap((node) => (node instanceof Text ? [node] : textsOf(node)))
}

function inFont(content: Node): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  outer.append(inner)
  inner.append(content)
  return outer
}

const isTranslated = (text: Text): boolean => text.parentElement?.closest('font') !== null

const TRANSLATORS = {
  'moves the texts'(text: Text) {
    const place = document.createElement('span')
    text.replaceWith(place)
    place.replaceWith(inFont(text))
  },
  'replaces the texts'(text: Text) {
    text.replaceWith(inFont(document.createTextNode(text.data)))
  },
  'puts the translation before the text and removes it'(text: Text) {
    text.before(inFont(document.createTextNode(text.data)))
    text.remove()
  },
}

it.each(Object.entries(TRANSLATORS))('shows every change although a translator %s', async (_, translate) => {
  renderFor(<Screen />)
  const translateAll = () => {
    for (const text of textsOf(screen.getByRole('main'))) if (!isTranslated(text)) translate(text)
  }
  const shown = ['amount', 'notice', 'kind'].map((id) => screen.getByTestId(id))
  for (let step = 0; step < 7; step++) {
    expect(shown.map((element) => element.textContent)).toEqual([
      `You send ${step * 100} dollars${step % 2 === 1 ? ' today' : ''}.`,
      step % 2 === 1 ? 'Found. Go on' : 'Checking the number. Go on',
      `${step % 3 === 0 ? 'a text' : 'an element'}${step > 1 ? 'late ' : ''}the end`,
    ])
    translateAll()
    if (step % 2 === 0) await Promise.resolve()
    fireEvent.click(screen.getByRole('button'))
  }
})
