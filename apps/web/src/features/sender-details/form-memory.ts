import { formMemory } from '../../lib/forms/form-memory.ts'
import type { SenderValues } from './form-schema.ts'

export const senderFormMemory = formMemory<SenderValues>()
