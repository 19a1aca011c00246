import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** What React asks of a document to draw a component that draws nothing: the tests run where there is none. */
function emptyDocument() {
  const target = new EventTarget()
  const listen = target.addEventListener.bind(target)
  const root = { nodeType: 9, nodeName: '#document', addEventListener: listen, activeElement: null }
  return Object.assign(root, {
    container: {
      ...{ nodeType: 1, nodeName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', tagName: 'DIV' },
      ...{
        addEventListener: listen,
        ownerDocument: root,
        textContent: '',
        firstChild: null,
        lastChild: null,
      },
    },
  })
}

/** A hook in a component of its own, as React runs it. */
export interface RenderedHook<T> {
  /** What it gave back last. */
  readonly current: T
  /** Does something that may change it, and waits for what follows. */
  act(work: () => unknown): Promise<void>
  unmount(): Promise<void>
}

/** Runs a hook in real React, drawing nothing. */
export async function renderHook<T>(useHook: () => T): Promise<RenderedHook<T>> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('HTMLIFrameElement', class {})
  let last: { value: T } | undefined
  const Host = () => {
    last = { value: useHook() }
    return null
  }
  const root = createRoot(emptyDocument().container as unknown as Element)
  await act(async () => root.render(createElement(Host)))
  return {
    get current() {
      if (!last) throw new Error('The hook has not run')
      return last.value
    },
    act: (work) => act(async () => void (await work())),
    unmount: () => act(async () => root.unmount()),
  }
}
