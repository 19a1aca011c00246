// Stands in for Stripe.js (https://docs.stripe.com/js) in the sandbox: the part of its interface that a payment form
// uses, against the sandbox's card network. @stripe/stripe-js uses it because `window.Stripe` exists already.

;(() => {
  const BASE = new URL('.', document.currentScript.src)
  const ORIGIN = BASE.origin
  const FRAME_PATIENCE_MS = 10_000

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  }

  /** The id within a client secret. Throws as Stripe.js does when it is none. */
  function intentId(clientSecret) {
    const [, id] = /^(pi_\w+?)_secret_\w+$/.exec(clientSecret ?? '') ?? []
    if (!id) {
      throw new IntegrationError(
        'Invalid value for clientSecret: value should be a client secret of the form ${id}_secret_${secret}.',
      )
    }
    return id
  }

  async function call(key, path, init) {
    try {
      const response = await fetch(new URL(`v1/${path}`, BASE), {
        ...init,
        headers: { authorization: `Bearer ${key}` },
      })
      return await response.json()
    } catch {
      return { error: CONNECTION_ERROR }
    }
  }

  const asIntent = (answer) => (answer.error ? { error: answer.error } : { paymentIntent: answer })

  async function retrieve(key, clientSecret) {
    const query = new URLSearchParams({ client_secret: clientSecret })
    return asIntent(await call(key, `payment_intents/${intentId(clientSecret)}?${query}`))
  }

  /** A tiny event source: `on`, `off`, `once` and the private `fire`. */
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

  /** The colour behind `node`. A frame without one counts as white to whatever judges its contrast. */
  function surfaceBehind(node) {
    for (let each = node.parentElement; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(each)
      if (backgroundImage !== 'none') return 'transparent'
      if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
    }
    return 'transparent'
  }

  /** The card form in its frame. Everything said to it goes over a port that its greeting opens. */
  function createPaymentElement(owner) {
    const { on, off, once, fire } = listeners()
    const waiting = new Map()
    let frame = null
    let port = null
    let lastId = 0
    let opened = Promise.withResolvers()

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
        fire('change', { elementType: 'payment', collapsed: false, value: { type: 'card' }, ...data.detail })
      } else if (data.event === 'submit') {
        frame.closest('form')?.requestSubmit()
      } else if (data.event === 'ready') {
        opened.resolve()
        look()
        fire('ready', { elementType: 'payment' })
      } else {
        fire(data.event, { elementType: 'payment' })
      }
    }

    function greet(event) {
      if (event.origin !== ORIGIN || event.source !== frame?.contentWindow) return
      if (event.data?.sandboxCard !== 'loaded') return
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = hear
      frame.contentWindow.postMessage({ sandboxCard: 'open' }, ORIGIN, [channel.port2])
    }

    function look() {
      const { theme, variables } = owner.appearance()
      // Frame and page must agree on the scheme, or the browser paints the frame's background opaque.
      frame.style.colorScheme = theme === 'night' ? 'dark' : 'light'
      quietly('appearance', { theme, variables, surface: surfaceBehind(frame) })
    }

    function failed() {
      if (port) return
      const error = { type: 'api_connection_error', message: 'The card form could not be loaded.' }
      opened.reject(new Error(error.message))
      fire('loaderror', { elementType: 'payment', error })
    }

    function mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target
      if (!node) throw new IntegrationError('The selector you specified applies to no DOM elements.')
      if (frame) unmount()
      frame = document.createElement('iframe')
      frame.title = 'Secure payment input frame'
      frame.src = new URL('card-frame', BASE).href
      Object.assign(frame.style, {
        display: 'block',
        width: 'calc(100% + 8px)',
        margin: '-4px',
        border: '0',
        height: '182px',
      })
      opened = Promise.withResolvers()
      opened.promise.catch(() => {})
      addEventListener('message', greet)
      const mounted = frame
      setTimeout(() => mounted === frame && failed(), FRAME_PATIENCE_MS)
      frame.addEventListener('error', failed)
      node.append(frame)
      // A tick later, so that whoever mounted it can still listen.
      queueMicrotask(() => fire('loaderstart', { elementType: 'payment' }))
    }

    function unmount() {
      removeEventListener('message', greet)
      port?.close()
      frame?.remove()
      frame = port = null
      for (const resolve of waiting.values()) resolve({ error: CONNECTION_ERROR })
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

  function createElements(key, options = {}) {
    let current = { ...options }
    let payment = null
    const { on, off, once, fire } = listeners()
    const owner = {
      appearance: () => current.appearance ?? {},
      forget: (element) => {
        if (payment?.element === element) payment = null
      },
    }
    const elements = {
      create(type) {
        if (type !== 'payment') {
          throw new IntegrationError(`The sandbox has the payment Element only, not '${type}'.`)
        }
        if (payment)
          throw new IntegrationError('Can only create one Element of type payment through elements().')
        payment = createPaymentElement(owner)
        return payment.element
      },
      getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
      async update(changes) {
        current = { ...current, ...changes, clientSecret: current.clientSecret }
        payment?.look()
        fire('update-end', {})
      },
      async fetchUpdates() {
        const { error } = current.clientSecret ? await retrieve(key, current.clientSecret) : {}
        fire('update-end', {})
        return error ? { error } : {}
      },
      async submit() {
        const { error } = await elements._send('validate')
        return error ? { error } : { selectedPaymentMethod: 'card' }
      },
      on: (event, handler) => (on(event, handler), elements),
      off: (event, handler) => (off(event, handler), elements),
      once: (event, handler) => (once(event, handler), elements),
      _clientSecret: () => current.clientSecret,
      _send(command, detail) {
        if (payment) return payment.send(command, detail)
        return Promise.reject(new IntegrationError('There is no payment Element to submit.'))
      },
    }
    return elements
  }

  /** Leaves the page. Never settles: what follows happens on the next page. */
  function leaveFor(url) {
    location.assign(url)
    return new Promise(() => {})
  }

  function returnTo(returnUrl, intent) {
    const url = new URL(returnUrl)
    url.searchParams.set('payment_intent', intent.id)
    url.searchParams.set('payment_intent_client_secret', intent.client_secret)
    const redirectStatus = { succeeded: 'succeeded', requires_capture: 'succeeded', processing: 'pending' }
    url.searchParams.set('redirect_status', redirectStatus[intent.status] ?? 'failed')
    return url.href
  }

  function encode(value, name = '', into = new URLSearchParams()) {
    if (value !== null && typeof value === 'object') {
      for (const [key, held] of Object.entries(value)) encode(held, name ? `${name}[${key}]` : key, into)
    } else if (value !== undefined && value !== null) {
      into.append(name, String(value))
    }
    return into
  }

  function confirmWith(key, clientSecret, elements, params) {
    const intent = intentId(clientSecret)
    const body = { ...params, client_secret: clientSecret }
    if (elements && !params.payment_method) return elements._send('confirm', { key, intent, params: body })
    return call(key, `payment_intents/${intent}/confirm`, { method: 'POST', body: encode(body) })
  }

  async function finish(answer, returnUrl, always) {
    if (answer.error) return { error: answer.error }
    const next = answer.next_action?.redirect_to_url
    if (answer.status === 'requires_action' && next) return leaveFor(next.url)
    return always ? leaveFor(returnTo(returnUrl, answer)) : { paymentIntent: answer }
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !/^pk_test_\w+$/.test(key)) {
      throw new IntegrationError('The sandbox stands in for Stripe.js with test keys (pk_test_…) only.')
    }
    return {
      elements: (options) => createElements(key, options),

      retrievePaymentIntent: async (clientSecret) => retrieve(key, clientSecret),

      async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
        const secret = clientSecret ?? elements?._clientSecret()
        const always = redirect !== 'if_required'
        if (always && !URL.canParse(confirmParams.return_url ?? '')) {
          throw new IntegrationError(
            "confirmPayment(): the `confirmParams.return_url` argument is required when `redirect` is 'always'.",
          )
        }
        const params = { ...confirmParams, return_url: confirmParams.return_url ?? location.href }
        return finish(await confirmWith(key, secret, elements, params), params.return_url, always)
      },

      async confirmCardPayment(clientSecret, { payment_method, return_url } = {}) {
        const returnUrl = return_url ?? location.href
        const params = { payment_method, return_url: returnUrl }
        return finish(await confirmWith(key, clientSecret, null, params), returnUrl, false)
      },

      async createPaymentMethod({ elements, params = {} }) {
        const answer = await elements._send('createMethod', { key, data: params })
        return answer.error ? { error: answer.error } : { paymentMethod: answer }
      },

      async createToken() {
        const message = 'The sandbox makes no card tokens: confirm with the payment Element.'
        return { error: { type: 'invalid_request_error', message } }
      },

      _registerWrapper() {},
      registerAppInfo() {},
    }
  }
  // The release train that @stripe/stripe-js 10 expects; another one makes it warn.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
