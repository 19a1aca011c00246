// The wallet buttons inside their frame. A real wallet shows its own sheet here; the sandbox's pays at once.

const wallets = document.querySelector('#wallets')

const commands = {
  appearance({ theme, surface }) {
    const root = document.documentElement
    root.dataset.theme = theme === 'night' ? 'night' : 'stripe'
    root.style.colorScheme = theme === 'night' ? 'dark' : 'light'
    root.style.background = surface
  },
  focus: () => wallets.querySelector('button:not([hidden])')?.focus(),
  blur: () => document.activeElement?.blur(),
}

function serve(port, offered) {
  const tell = (event, detail) => port.postMessage({ event, detail })
  port.onmessage = async ({ data }) => {
    const result = await commands[data.command]?.(data.detail ?? {})
    port.postMessage({ answerTo: data.id, result: result ?? {} })
  }
  for (const button of wallets.querySelectorAll('button')) {
    button.hidden = !offered.includes(button.dataset.wallet)
    button.addEventListener('click', () => tell('wallet', button.dataset.wallet))
  }
  new ResizeObserver(() => tell('height', Math.ceil(wallets.getBoundingClientRect().height))).observe(wallets)
  tell('ready')
}

addEventListener('message', function greet(event) {
  if (event.source !== parent || event.data?.sandboxCard !== 'open' || !event.ports[0]) return
  removeEventListener('message', greet)
  serve(event.ports[0], event.data.detail.wallets)
})
parent.postMessage({ sandboxCard: 'loaded' }, '*')
