// First part of the stand-in for Stripe.js: the payment form and the wallet buttons, each in its frame. Both parts are served as one script;
// the script's own element passes this one to the next, so that only `Stripe` becomes global.

document.currentScript.sandboxCard = ({ base, connectionError, IntegrationError }) => {
  const ORIGIN = base.origin
  const FRAME_PATIENCE_MS = 10_000

  /** Creates a minimal event source: `on`, `off`, `once` and the private `fire`. */
  function listeners() {
    const all = new Map()
    const off = (event, handler) => {
      if (handler) all.get(event)?.delete(handler)
      else all.delete(event)
    }
    const on = (event, handler) => {
      if (!all.has(event)) all.set(event, new Set())
      all.get(event).add(handler)
    }
    const once = (event, handler) => {
      const first = (detail) => {
        off(event, first)
        handler(detail)
      }
      on(event, first)
    }
    const fire = (event, detail) => {
      for (const handler of [...(all.get(event) ?? [])]) handler(detail)
    }
    return { on, off, once, fire }
  }

  /** Returns the colour behind `node`. Contrast checks assume white for a frame without a background. */
  function surfaceBehind(node) {
    for (let each = node.parentElement; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage } = window.getComputedStyle(each)
      if (backgroundImage !== 'none') return 'transparent'
      if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
    }
    return 'transparent'
  }

  /**
   * Creates an element in its frame. All messages to it use a port that its greeting opens. `opening` resolves to the
   * frame's first message; if it fails, the element cannot load. `heard` receives the frame's own events.
   */
  function createFramed(owner, { type, title, src, height, opening, heard }) {
    const { on, off, once, fire } = listeners()
    const elementType = { elementType: type }
    const waiting = new Map()
    let frame = null
    let port = null
    let lastId = 0
    let opened = Promise.withResolvers()
    let hasFailed = false

    const send = (command, detail) => {
      if (!frame) {
        return Promise.reject(
          new IntegrationError('The payment Element is not mounted. Mount it before you submit or confirm.'),
        )
      }
      return opened.promise.then(
        () =>
          new Promise((resolve) => {
            const id = ++lastId
            waiting.set(id, resolve)
            port.postMessage({ id, command, detail })
          }),
      )
    }
    const quietly = (command, detail) => void send(command, detail).catch(() => {})

    function hear({ data }) {
      if (data.answerTo !== undefined) {
        waiting.get(data.answerTo)?.(data.result)
        waiting.delete(data.answerTo)
      } else if (data.event === 'height') {
        frame.style.height = `${data.detail}px`
      } else if (data.event === 'change') {
        const { saved: id, type: chosen, ...detail } = data.detail
        const value = {
          type: chosen,
          ...(id && { payment_method: { id, type: 'card', billing_details: {} } }),
        }
        fire('change', { ...elementType, collapsed: false, value, ...detail })
      } else if (data.event === 'submit') {
        frame.closest('form')?.requestSubmit()
      } else if (data.event === 'ready') {
        opened.resolve()
        look()
        fire('ready', { ...elementType, ...heard?.ready?.() })
      } else if (heard?.[data.event]) {
        heard[data.event](data.detail, fire)
      } else {
        fire(data.event, elementType)
      }
    }

    async function greet(event) {
      if (event.origin !== ORIGIN || event.source !== frame?.contentWindow) return
      if (event.data?.sandboxCard !== 'loaded') return
      const { contentWindow } = frame
      const detail = await opening().catch((error) => failed(error))
      if (!detail || frame?.contentWindow !== contentWindow) return
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = hear
      contentWindow.postMessage({ sandboxCard: 'open', detail }, ORIGIN, [channel.port2])
    }

    function look() {
      const { theme, variables } = owner.appearance()
      // Frame and page must have the same colour scheme, or the browser paints the frame's background opaque.
      frame.style.colorScheme = theme === 'night' ? 'dark' : 'light'
      quietly('appearance', { theme, variables, surface: surfaceBehind(frame) })
    }

    function failed(cause) {
      if (port || hasFailed) return
      hasFailed = true
      const error =
        cause instanceof Error
          ? cause.stripe
          : { type: 'api_connection_error', message: 'The payment form could not be loaded.' }
      opened.reject(new Error(error.message))
      fire('loaderror', { ...elementType, error })
    }

    function mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target
      if (!node) throw new IntegrationError('The selector you specified applies to no DOM elements.')
      if (frame) unmount()
      frame = document.createElement('iframe')
      frame.title = title
      frame.src = new URL(src, base).href
      Object.assign(frame.style, {
        display: 'block',
        width: 'calc(100% + 8px)',
        margin: '-4px',
        border: '0',
        height,
      })
      hasFailed = false
      opened = Promise.withResolvers()
      opened.promise.catch(() => {})
      addEventListener('message', greet)
      const mounted = frame
      setTimeout(() => mounted === frame && failed(), FRAME_PATIENCE_MS)
      frame.addEventListener('error', () => failed())
      node.append(frame)
      // One microtask later, so that the mounting page can still add listeners.
      queueMicrotask(() => fire('loaderstart', elementType))
    }

    function unmount() {
      removeEventListener('message', greet)
      port?.close()
      frame?.remove()
      frame = port = null
      for (const resolve of waiting.values()) resolve({ error: connectionError })
      waiting.clear()
    }

    const element = {
      mount,
      unmount,
      destroy() {
        unmount()
        owner.forget(element)
      },
      on: (event, handler) => (on(event, handler), element),
      off: (event, handler) => (off(event, handler), element),
      once: (event, handler) => (once(event, handler), element),
      update() {},
      collapse() {},
      focus: () => quietly('focus'),
      blur: () => quietly('blur'),
      clear: () => quietly('clear'),
    }
    return { element, send, look: () => port && look() }
  }

  /** Creates the form of the payment's type: cards, or bank accounts. */
  const createPaymentElement = (owner, options) =>
    createFramed(owner, {
      type: 'payment',
      title: 'Secure payment input frame',
      src: 'card-frame',
      height: '182px',
      opening: async () => ({ ...(await owner.session()), options }),
    })

  /** Returns the wallets that this browser could show: Apple's needs Safari, Google's any other browser. */
  function availableWallets({ paymentMethods = {} }) {
    const isSafari = 'ApplePaySession' in window
    const wanted = {
      apple_pay: [paymentMethods.applePay, isSafari],
      google_pay: [paymentMethods.googlePay, !isSafari],
    }
    return Object.entries(wanted).flatMap(([wallet, [option = 'auto', isHere]]) =>
      option === 'always' || (option === 'auto' && isHere) ? [wallet] : [],
    )
  }

  /** Creates the wallet buttons. A press passes the wallet's card to `owner`, and the page confirms the payment. */
  function createExpressElement(owner, options) {
    const wallets = availableWallets(options)
    const has = (wallet) => wallets.includes(wallet)
    return createFramed(owner, {
      type: 'expressCheckout',
      title: 'Secure express checkout frame',
      src: 'wallet-frame',
      height: wallets.length === 0 ? '0' : '56px',
      opening: async () => ({ wallets }),
      heard: {
        ready: () => ({
          availablePaymentMethods:
            wallets.length === 0 ? undefined : { applePay: has('apple_pay'), googlePay: has('google_pay') },
        }),
        wallet(expressPaymentType, fire) {
          owner.chooseWallet(expressPaymentType)
          fire('confirm', { expressPaymentType, paymentFailed: () => owner.chooseWallet(null) })
        },
      },
    })
  }

  return { createPaymentElement, createExpressElement, listeners }
}
