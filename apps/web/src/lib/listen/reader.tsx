import { useEffect, useRef, useState } from 'react'
import { SpeakerIcon } from '@sesa/ui/art/icons.tsx'
import { nameCheckWords, spoken, totalWords, type ListenProps } from './spoken.ts'
import { ownVoice } from './voices.ts'

/** Returns the text to read, as displayed; null while there is none. */
function textOf(props: ListenProps): string | null {
  switch (props.to) {
    case 'the name check':
      return props.check && nameCheckWords(props.check)
    case 'the total':
      return props.quote && totalWords(props.quote, props.recipient)
    case 'the status':
      return props.text
  }
}

/** Renders the button, and reads. A second press, another text and leaving the page stop it. */
export default function Reader(props: ListenProps) {
  const { to } = props
  const text = textOf(props)
  const [isSpeaking, setSpeaking] = useState(false)
  const current = useRef<SpeechSynthesisUtterance>(null)
  useEffect(() => {
    const stopOwn = () => {
      if (current.current) stop()
    }
    addEventListener('pagehide', stopOwn)
    return () => {
      removeEventListener('pagehide', stopOwn)
      stopOwn()
    }
  }, [text])
  if (text === null) return null

  const speak = () => {
    stop()
    const speech = new SpeechSynthesisUtterance(spoken(text))
    speech.voice = ownVoice()
    speech.lang = speech.voice?.lang ?? 'en'
    speech.onend = speech.onerror = () => {
      current.current = null
      setSpeaking(false)
    }
    current.current = speech
    setSpeaking(true)
    speechSynthesis.speak(speech)
  }
  return (
    <button
      type="button"
      onClick={isSpeaking ? stop : speak}
      // A button that appears with an answer is not news.
      aria-live="off"
      className="inline-flex min-h-12 items-center gap-2 self-start font-bold underline decoration-2 underline-offset-4 hover:decoration-4"
    >
      <SpeakerIcon />
      <span>
        {isSpeaking ? 'Stop' : 'Listen'}
        <span className="sr-only">
          {isSpeaking ? ' reading' : ' to'} {to}
        </span>
      </span>
    </button>
  )
}

/** The browser reports the end of the speech. */
const stop = (): void => speechSynthesis.cancel()
