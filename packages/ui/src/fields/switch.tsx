import type { ReactNode } from 'react'
import { Tick, type TickProps } from './checkbox.tsx'

/** Renders an on/off switch; a press anywhere on the line toggles it. It takes effect when its form is saved. */
export function Switch(props: TickProps): ReactNode {
  return (
    <Tick
      {...props}
      role="switch"
      inputClass="h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-edge bg-sunken p-0.5 before:block before:size-5 before:rounded-full before:bg-edge checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-on-brand motion-safe:before:transition-transform motion-safe:before:duration-150"
    />
  )
}
