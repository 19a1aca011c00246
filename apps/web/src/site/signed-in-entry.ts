// The drawer's Sign out on public pages. Does not use the app's API client and components, 60 kB together.
const button = document.querySelector<HTMLButtonElement>('[data-sign-out]')
const trouble = document.querySelector<HTMLElement>('[data-sign-out-trouble]')

/** Ends the session and reloads the page for visitors. */
async function signOut(): Promise<void> {
  const answer = await fetch('/auth/sign-out', { method: 'POST' }).catch(() => null)
  if (answer?.ok) {
    new BroadcastChannel('sesa-session').postMessage('signed-out')
    location.reload()
    return
  }
  // A failed sign-out must not look successful.
  trouble?.replaceChildren('We couldn’t reach Sesa. You’re still signed in. Try again.')
  if (button) button.ariaDisabled = null
}

button?.addEventListener('click', () => {
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  void signOut()
})
