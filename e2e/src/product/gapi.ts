import type { BrowserContext } from '@playwright/test'

/**
 * Stands in for `gapi.iframes`, which Firebase's SDK and the emulator's frame load from Google to communicate. Contains
 * only what they use: messages between a page and a frame, each with an answer. Google publishes no package of it, and
 * the journeys run without a network.
 */
const STAND_IN = `(() => {
  const talkTo = (other) => {
    const handlers = {}, early = {}, asked = []
    const hear = (type, { id, message }) =>
      Promise.resolve(handlers[type](message)).then((answer) => other().postMessage({ gapi: id, answer }, '*'))
    // The SDK throws whatever it is answered about storage, after it has taken the answer.
    const answered = ({ gapi, answer }) => {
      try { asked[gapi]?.([answer]) } catch {}
    }
    addEventListener('message', ({ source, data }) => {
      if (source !== other() || data === null || typeof data !== 'object' || !('gapi' in data)) return
      if (data.type === undefined) return answered(data)
      const call = { id: data.gapi, message: data.message }
      if (handlers[data.type]) hear(data.type, call)
      else (early[data.type] ??= []).push(call)
    })
    return {
      register(type, handler) {
        handlers[type] = handler
        for (const call of early[type] ?? []) hear(type, call)
        delete early[type]
      },
      send: (type, message, done) => other().postMessage({ gapi: asked.push(done) - 1, type, message }, '*'),
      restyle: async () => undefined,
      ping: async (done) => done(),
    }
  }
  const context = {
    open({ url, where, attributes: { style, ...attributes } }, opened) {
      const frame = Object.assign(document.createElement('iframe'), { src: url })
      Object.assign(frame.style, style)
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
      const loaded = new Promise((resolve) => { frame.onload = resolve })
      const talk = talkTo(() => frame.contentWindow)
      where.append(frame)
      return loaded.then(() => opened(talk))
    },
    getParentIframe: () => talkTo(() => parent),
  }
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: null },
  }
  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  window[onload]?.()
})()`

/** Makes Google's window open without a network, and without its fonts and styles. */
export async function withoutGoogle(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STAND_IN }),
  )
  await context.route(/^https:\/\/(fonts\.googleapis|unpkg)\.com\/.*js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await context.route(/^https:\/\/(fonts\.googleapis|unpkg)\.com\/(?!.*js$)/, (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
}
