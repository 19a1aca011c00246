/** Google's G, which its brand guidelines ask for on the button (developers.google.com/identity/branding-guidelines). */
export function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" strokeWidth="3.6" aria-hidden="true">
      <path stroke="#ea4335" d="M15.6 5.4A7.3 7.3 0 0 0 3.7 6.4" />
      <path stroke="#fbbc05" d="M3.7 6.4a7.3 7.3 0 0 0 0 7.2" />
      <path stroke="#34a853" d="M3.7 13.6a7.3 7.3 0 0 0 11.1 1.9" />
      <path stroke="#4285f4" d="M14.8 15.5a7.3 7.3 0 0 0 2.5-5.5H10" />
    </svg>
  )
}
