// The drawer's Sign out on public pages. Without the API client and components of the app, which weigh 60 kB together.
const button = document.querySelector<HTMLButtonElement>('[data-sign-out]')
const trouble = document.querySelector<HTMLElement>('[data-sign-out-trouble]')

/** Ends the session and shows the same page as a visitor sees it. */
async function signOut(): Promise<void> {
  const answer = await fetch('/auth/sign-out', { method: 'POST' }).catch(() => null)
  if (answer?.ok) {
    new BroadcastChannel('sesa-session').postMessage('signed-out')
    location.reload()
    return
  }
  // A failed sign-out must not look like a sign-out.
  if (trouble) trouble.textContent = 'We could not reach Sesa: you are still signed in. Try again.'
  button?.removeAttribute('aria-disabled')
}

button?.addEventListener('click', () => {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  void signOut()
})
