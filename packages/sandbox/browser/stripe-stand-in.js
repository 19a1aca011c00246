// Second part, see payment-element.js. Replaces Stripe.js (https://docs.stripe.com/js) in the sandbox: the
// part of its interface that a payment form uses, against the sandbox's card network. @stripe/stripe-js uses
// it because `window.Stripe` already exists.

;(() => {
  const BASE = new URL('.', document.currentScript.src)

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  const NOT_AUTHENTICATED =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  }

  const { createPaymentElement, createExpressElement, listeners } = document.currentScript.sandboxCard({
    base: BASE,
    connectionError: CONNECTION_ERROR,
    IntegrationError,
  })

  /** Returns the id within a client secret. Throws like Stripe.js if there is none. */
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

  function createElements(key, options = {}) {
    let current = { ...options }
    let wallet = null
    let session = null
    const created = { payment: null, expressCheckout: null }
    const { on, off, once, fire } = listeners()
    const owner = {
      appearance: () => current.appearance ?? {},
      forget: (element) => {
        for (const type of Object.keys(created)) if (created[type]?.element === element) created[type] = null
      },
      /** Asks once for the payment's types, the customer's saved cards, and whether this card may be saved. */
      session: () => (session ??= openSession(key, current)),
      chooseWallet: (chosen) => {
        wallet = chosen
      },
    }
    const createOf = { payment: createPaymentElement, expressCheckout: createExpressElement }
    const elements = {
      create(type, given = {}) {
        if (!(type in createOf)) {
          throw new IntegrationError(`The sandbox has no '${type}' Element.`)
        }
        if (created[type])
          throw new IntegrationError(`Can only create one Element of type ${type} through elements().`)
        created[type] = createOf[type](owner, given)
        return created[type].element
      },
      getElement: (type) => created[type]?.element ?? null,
      async update(changes) {
        current = { ...current, ...changes, clientSecret: current.clientSecret }
        for (const each of Object.values(created)) each?.look()
        fire('update-end', {})
      },
      async fetchUpdates() {
        const { error } = current.clientSecret ? await retrieve(key, current.clientSecret) : {}
        fire('update-end', {})
        return error ? { error } : {}
      },
      async submit() {
        const { error, type } = await elements._send('validate')
        return error ? { error } : { selectedPaymentMethod: type }
      },
      on: (event, handler) => (on(event, handler), elements),
      off: (event, handler) => (off(event, handler), elements),
      once: (event, handler) => (once(event, handler), elements),
      _clientSecret: () => current.clientSecret,
      /** Returns the pressed wallet, once. */
      _takeWallet() {
        const taken = wallet
        wallet = null
        return taken
      },
      _send(command, detail) {
        if (created.payment) return created.payment.send(command, detail)
        return Promise.reject(new IntegrationError('There is no payment Element to submit.'))
      },
    }
    return elements
  }

  /** Returns the payment's types and the saved cards that the form shows. Stripe.js makes a similar, undocumented call. */
  async function openSession(key, { clientSecret, customerSessionClientSecret }) {
    const query = new URLSearchParams({
      client_secret: clientSecret,
      ...(customerSessionClientSecret && { customer_session_client_secret: customerSessionClientSecret }),
    })
    const answer = await call(key, `elements/sessions?${query}`)
    if (answer.error) throw Object.assign(new Error(answer.error.message), { stripe: answer.error })
    const { methods, save, cvc, types, amount, currency } = answer
    return { methods, save, cvc, types, amount, currency }
  }

  /** Leaves the page. The promise never resolves: the next page continues. */
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
    const body = { ...params, use_stripe_sdk: true, client_secret: clientSecret }
    const wallet = elements?._takeWallet()
    if (wallet) {
      // The sandbox's own token for the card that a wallet would provide.
      const card = { token: `tok_sandbox_${wallet}` }
      const paid = { ...body, payment_method_data: { type: 'card', card } }
      return call(key, `payment_intents/${intent}/confirm`, { method: 'POST', body: encode(paid) })
    }
    if (elements && !params.payment_method) return elements._send('confirm', { key, intent, params: body })
    return call(key, `payment_intents/${intent}/confirm`, { method: 'POST', body: encode(body) })
  }

  /**
   * Shows the bank's page in a frame over this page, from the script's own origin. Resolves once the customer has
   * decided.
   */
  function openBank(address) {
    const { pathname, search } = new URL(address)
    const { promise, resolve } = Promise.withResolvers()
    const dialog = document.createElement('dialog')
    dialog.ariaLabel = '3-D Secure'
    Object.assign(dialog.style, { padding: '0', border: '0', width: 'min(480px, 100%)', height: '480px' })
    const frame = document.createElement('iframe')
    frame.title = 'Sandbox Bank'
    frame.src = new URL(pathname + search, BASE).href
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%' })
    function hear({ origin, source, data }) {
      if (origin !== BASE.origin || source !== frame.contentWindow) return
      if (data?.sandboxBank !== 'ended') return
      window.removeEventListener('message', hear)
      dialog.remove()
      resolve()
    }
    window.addEventListener('message', hear)
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
    return promise
  }

  /** Returns the answer after the bank's challenge, if there is one. */
  async function afterBank(key, clientSecret, answer) {
    const inFrame = answer.status === 'requires_action' && answer.next_action?.use_stripe_sdk
    if (!inFrame) return answer
    await openBank(inFrame.stripe_js)
    const { error, paymentIntent } = await retrieve(key, clientSecret)
    if (error) return { error }
    if (paymentIntent.status !== 'requires_payment_method') return paymentIntent
    const why = paymentIntent.last_payment_error
    const message = why?.code === 'payment_intent_authentication_failure' ? NOT_AUTHENTICATED : why?.message
    return { error: { ...why, message, payment_intent: paymentIntent } }
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
        const confirmed = await confirmWith(key, secret, elements, params)
        return finish(await afterBank(key, secret, confirmed), params.return_url, always)
      },

      async confirmCardPayment(clientSecret, { payment_method, return_url } = {}) {
        const returnUrl = return_url ?? location.href
        const params = { payment_method, return_url: returnUrl }
        const confirmed = await confirmWith(key, clientSecret, null, params)
        return finish(await afterBank(key, clientSecret, confirmed), returnUrl, false)
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
  // The release train that @stripe/stripe-js 10 expects; with another one it warns.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
