/** Undefined in browsers that cannot speak. */
const speaker = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Returns an English voice of the device, the default one if there are several; null without one. */
export function ownVoice(): SpeechSynthesisVoice | null {
  const own = speaker()
    ?.getVoices()
    .filter(({ localService, lang }) => localService && /^en\b/i.test(lang))
  return own?.find((voice) => voice.default) ?? own?.[0] ?? null
}

export const hasVoice = (): boolean => ownVoice() !== null

/** Voices are known only a moment after the first question. */
export function onVoices(changed: () => void): () => void {
  speaker()?.addEventListener('voiceschanged', changed)
  return () => speaker()?.removeEventListener('voiceschanged', changed)
}
