import { useEffect, useState } from 'react'

/**
 * Returns a value once it has not changed for a moment, so that each key does not make a call, and what settles it at once.
 * `key`: a change of it is a change of the value.
 */
export function useSettled<T>(value: T, ms: number, key: unknown = value): readonly [T, () => void] {
  const [settled, setSettled] = useState({ value, key })
  useEffect(() => {
    if (settled.key === key) return
    const timer = setTimeout(() => setSettled({ value, key }), ms)
    return () => clearTimeout(timer)
  }, [value, key, ms, settled.key])
  return [settled.value, () => setSettled({ value, key })]
}
