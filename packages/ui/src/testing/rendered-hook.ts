import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** Returns the parts of a document that React needs for a component without output: these tests have no DOM. */
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

/** A hook running in a component, as in React. */
export interface RenderedHook<T> {
  /** The hook's latest result. */
  readonly current: T
  /** Runs work that may change the result, and waits for the effects. */
  act(work: () => unknown): Promise<void>
  unmount(): Promise<void>
}

/** Runs a hook in real React, without rendering anything. */
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
