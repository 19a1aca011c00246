import { formMemory } from '../../lib/forms/form-memory.ts'
import type { RecipientValues } from './form-schema.ts'

export const recipientFormMemory = formMemory<RecipientValues>()
