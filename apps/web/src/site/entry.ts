import { listenForPopovers } from '../ui/popover-fallback.ts'

// On every public page. All else there is plain HTML, or woken by an entry of its own.
listenForPopovers()
