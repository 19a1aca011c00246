import { formMemory } from '../../lib/forms/form-memory.ts'
import type { ProfileValues } from './form-schema.ts'

export const profileFormMemory = formMemory<ProfileValues>()
